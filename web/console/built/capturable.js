function u(a,r,t,c,e={}){return{es:"captura",op:a,titulo:r,cabeza:t,renglon:c,...e}}export{u as c};
