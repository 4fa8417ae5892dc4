import { mount } from 'svelte';
import App from './App.svelte';
import './estilo.css';
import { escuchar } from './lib/ruta.svelte';

// After an upgrade the pieces of the old page are gone.
addEventListener('vite:preloadError', () => location.reload());
escuchar();
mount(App, { target: document.getElementById('app')! });
