import"./svelte.js";import{P as r}from"./Pago.js";function e(o){r(o,{tipo:"proveedores"})}export{e as default};
