function e(r,t){return{es:"lista",op:r,...t}}function n(r,t){return{es:"lista",op:r,...t}}function s(r){return{es:"forma",...r}}export{s as f,e as l,n as r};
