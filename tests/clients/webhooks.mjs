// A receiver as its author would write it: what the service signs is verified by the standard's own library, and a changed byte is not.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { logIn, withService } from './service.mjs';

// Over loopback, which an operator has to allow.
const settings = ['--outgoing-networks', '127.0.0.1', '--outgoing-unencrypted'];

await withService(async ({ url, demo }) => {
  const token = await logIn(url, demo.login);
  const ask = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path} answers ${answer.status}: ${text}`);
    return JSON.parse(text).data;
  };

  const notices = [];
  let told;
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    notices.push({ headers: request.headers, body });
    response.writeHead(204).end();
    told?.();
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const until = async (many) => {
    while (notices.length < many) await new Promise((resolve) => (told = resolve));
  };
  try {
    const [consumer] = await ask('GET', '/api/ConsumidoresApi');
    const subscription = await ask('POST', '/api/Suscripciones', {
      consumidorId: consumer.consumidorId,
      nombre: 'Receptor',
      url: `http://127.0.0.1:${receiver.address().port}/`,
      tipos: ['Contacto.*'],
    });
    await ask('POST', '/api/Contactos', { codigo: 'AVISO-1', nombre: 'Uno con ñ', roles: ['cliente'] });
    await until(1);
    const first = new Webhook(subscription.secreto);
    const event = first.verify(notices[0].body, notices[0].headers);
    if (event.type !== 'Contacto.registrado') throw new Error(`The notice is ${event.type}.`);
    if (event.id !== notices[0].headers['webhook-id']) throw new Error('The notice has another identifier than its header.');

    const refuses = (library, body, headers, why) => {
      try {
        library.verify(body, headers);
      } catch {
        return;
      }
      throw new Error(`Accepted although ${why}.`);
    };
    refuses(first, notices[0].body.replace('Contacto', 'Contacta'), notices[0].headers, 'a letter was changed');
    refuses(first, notices[0].body, { ...notices[0].headers, 'webhook-id': 'evt_1_1' }, 'its identifier was changed');

    const rotated = await ask('POST', `/api/Suscripciones/RotarSecreto/${subscription.suscripcionId}`, {});
    await ask('POST', '/api/Contactos', { codigo: 'AVISO-2', nombre: 'Dos', roles: ['cliente'] });
    await until(2);
    for (const secret of [subscription.secreto, rotated.secreto]) new Webhook(secret).verify(notices[1].body, notices[1].headers);
    refuses(new Webhook(rotated.secreto), notices[0].body, notices[0].headers, 'the new secret is younger');

    const probe = await ask('POST', `/api/Suscripciones/Probar/${subscription.suscripcionId}`, {});
    if (!probe.correcto || probe.codigo !== 204) throw new Error(`The probe says ${JSON.stringify(probe)}.`);
    if (new Webhook(rotated.secreto).verify(notices[2].body, notices[2].headers).id !== probe.id) throw new Error('Another probe came.');
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
  console.log(`${notices.length} notices, all of them verified`);
}, settings);
