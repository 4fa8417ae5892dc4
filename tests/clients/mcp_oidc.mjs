// An identity provider of somebody else's (npm oidc-provider): a person signs in there with a code and PKCE, LoginMcp takes the code, and
// /mcp takes the access token that a stock client got by the way that the service's own 401 tells it.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import Provider from 'oidc-provider';
import { logIn, withService } from './service.mjs';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const redirect = 'http://127.0.0.1:4999/regreso';
async function withProvider(resource, work) {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'cacao', token_endpoint_auth_method: 'none', redirect_uris: [redirect], grant_types: ['authorization_code'], application_type: 'native' }],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, email: 'ana@ejemplo.mx', email_verified: true }) }),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, indicator) => {
          assert.equal(indicator, resource);
          return { scope: 'cacao', audience: indicator, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } };
        },
      },
    },
    jwks: { keys: keys() },
  });
  // The person types nothing: whoever asks is Ana, who agrees to everything.
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    const { prompt, params, session, grantId } = await provider.interactionDetails(ctx.req, ctx.res);
    if (prompt.name === 'login') return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: 'ana-en-el-proveedor' } });
    const grant = grantId ? await provider.Grant.find(grantId) : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope('openid email');
    grant.addResourceScope(resource, 'cacao');
    await provider.interactionFinished(ctx.req, ctx.res, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
  });
  server.on('request', provider.callback());
  try {
    return await work(issuer);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const keys = () =>
  [['RS256', 'rsa', { modulusLength: 2048 }], ['ES256', 'ec', { namedCurve: 'P-256' }]].map(([alg, type, options]) => ({
    ...generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' }), alg, use: 'sig', kid: alg,
  }));

// A browser without a window: follows the redirects, keeps the cookies, and stops where the program waits.
async function browse(start) {
  const jar = new Map();
  let url = new URL(start);
  for (let hops = 0; hops < 20; hops++) {
    if (url.href.startsWith(redirect)) return url.searchParams;
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') } });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair] = cookie.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const next = answer.headers.get('location');
    if (!next) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    url = new URL(next, url);
  }
  throw new Error(`Nobody comes back from ${start}`);
}

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
await withProvider(`${address}/mcp`, (issuer) =>
  withService(
    async ({ url, demo }) => {
      assert.equal(url, address);
      const token = await logIn(url, demo.login);
      const call = async (method, path, body, bearer = token) => {
        const answer = await fetch(`${url}${path}`, {
          method,
          headers: { 'Content-Type': 'application/json', ...(bearer && { Authorization: `Bearer ${bearer}` }) },
          body: body && JSON.stringify(body),
        });
        return { status: answer.status, body: await answer.json(), headers: answer.headers };
      };
      const good = async (...args) => {
        const { status, body } = await call(...args);
        assert.equal(status, 200, JSON.stringify(body));
        return body.data;
      };
      assert.equal((await call('GET', '/.well-known/oauth-protected-resource/mcp')).status, 404);
      const me = await good('GET', '/api/Seguridad/Usuario');
      const robot = await good('POST', '/api/Seguridad/Usuarios', { usuario: 'agente', nombre: 'Agente', esServicio: true });
      const consumer = await good('POST', '/api/ConsumidoresApi', { nombre: 'Agentes', tipoIntegracion: 'agente', usuarioId: robot.usuarioId, alcances: ['leer'] });
      const provider = await good('POST', '/api/Seguridad/ProveedoresIdentidad', {
        nombre: 'Acceso', emisor: issuer, idCliente: 'cacao', consumidorId: consumer.consumidorId, anunciado: true, alcance: 'cacao',
      });
      await good('POST', '/api/Seguridad/Identidades', { proveedorIdentidadId: provider.proveedorIdentidadId, sub: 'ana-en-el-proveedor', usuarioId: me.usuarioId });

      // By LoginMcp: the code of a login.
      const verifier = randomBytes(32).toString('base64url');
      const query = new URLSearchParams({
        client_id: 'cacao', response_type: 'code', scope: 'openid email', redirect_uri: redirect, nonce: 'n-1',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256',
      });
      const { clave } = provider;
      const code = (await browse(`${issuer}/auth?${query}`)).get('code');
      const login = { proveedor: clave, codigo: code, codeVerifier: verifier, redirectUri: redirect, nonce: 'n-1' };
      const session = await good('POST', '/api/Seguridad/LoginMcp', login, null);
      assert.equal((await good('GET', '/api/Seguridad/Usuario', undefined, session.accessToken)).usuarioId, me.usuarioId);
      assert.equal((await call('POST', '/api/Seguridad/LoginMcp', login, null)).status, 401, 'a code is worth one login');

      // As a stock client: from 401 to tools.
      let saved = {};
      let authorized;
      const auth = {
        get redirectUrl() { return redirect; },
        get clientMetadata() { return { redirect_uris: [redirect] }; },
        clientInformation: () => ({ client_id: 'cacao' }),
        tokens: () => saved.tokens,
        saveTokens: (tokens) => (saved.tokens = tokens),
        codeVerifier: () => saved.verifier,
        saveCodeVerifier: (v) => (saved.verifier = v),
        redirectToAuthorization: async (to) => (authorized = await browse(to)),
      };
      const at = () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: auth });
      const first = at();
      await assert.rejects(new Client({ name: 'prueba', version: '1' }).connect(first), /nauthorized/);
      await first.finishAuth(authorized.get('code'));
      const client = new Client({ name: 'prueba', version: '1' });
      await client.connect(at());
      const names = (await client.listTools()).tools.map((t) => t.name);
      assert.ok(names.includes('consultar') && !names.includes('nada'));
      const who = await client.callTool({ name: 'consultar', arguments: { operacion: 'UsuarioActual' } });
      const data = JSON.parse(who.content[0].text).data;
      assert.equal(data.usuarioId, me.usuarioId);
      assert.equal(data.consumidorId, consumer.consumidorId);
      // Narrowed to reading, though the service lets agents write and Ana may do everything.
      const written = await client.callTool({ name: 'simular', arguments: { operacion: 'ContactoCrear', argumentos: { codigo: 'X', nombre: 'X', roles: ['cliente'] } } });
      assert.ok(written.isError);
      await client.close();
      // The same token opens no other door, and an ID token does not open this one.
      const access = saved.tokens.access_token;
      assert.equal((await call('GET', '/api/Contactos', undefined, access)).status, 401);
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      assert.equal((await call('POST', '/mcp', ping, access)).status, 200);
      if (saved.tokens.id_token) assert.equal((await call('POST', '/mcp', ping, saved.tokens.id_token)).status, 401);
      console.log('oidc-provider signs people in by LoginMcp, and a stock client from 401 to tools.');
    },
    ['--listen', `127.0.0.1:${port}`, '--mcp', 'escritura', '--outgoing-networks', '127.0.0.0/8', '--outgoing-unencrypted'],
  ),
);
