import{ap as a}from"./index.js";a();
