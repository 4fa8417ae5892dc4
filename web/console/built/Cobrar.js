import"./svelte.js";import{P as t}from"./Pago.js";function i(o){t(o,{tipo:"clientes"})}export{i as default};
