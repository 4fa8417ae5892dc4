// Lists as their users like them: filters under a name, kept by the service. Read once; what is changed here is known here.

import crear from 'llama:VistaCrear';
import eliminar from 'llama:VistaEliminar';
import listar from 'llama:VistasListar';
import { clave, pedir } from './api';
import { sesion } from './sesion.svelte';
import type { Registro } from './tipos';

class Vistas {
  todas = $state.raw<Registro[]>([]);
  private de = 0;

  async traer(): Promise<void> {
    const usuario = sesion.usuario;
    if (!usuario || this.de === usuario.usuarioId) return;
    this.de = usuario.usuarioId;
    this.todas = (await pedir<Registro[]>(listar)).data;
  }
  async guardar(pantalla: string, nombre: string, consulta: string, compartida: boolean): Promise<void> {
    const { data } = await pedir<Registro>(crear, { cuerpo: { pantalla, nombre, consulta, compartida }, clave: clave() });
    this.todas = [...this.todas, data];
  }
  async eliminar(vistaId: number): Promise<void> {
    await pedir(eliminar, { ruta: { vistaId } });
    this.todas = this.todas.filter((v) => v.vistaId !== vistaId);
  }
}
export const vistas = new Vistas();
