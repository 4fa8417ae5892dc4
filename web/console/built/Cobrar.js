import"./index.js";import"./legacy.js";import{P as t}from"./Pago.js";function p(o){t(o,{tipo:"clientes"})}export{p as default};
