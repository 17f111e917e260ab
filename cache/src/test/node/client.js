// A client of the cache that does what it is told. Usage: node client.js plain|cluster PORT,PORT,... RESP
// Each line that it reads is a number, the name of a method of the client, and its arguments as JSON: 7 set ["key","value"]
// The answer is one line with the same number: 7 answer "OK", or 7 error MESSAGE.
const readline = require('node:readline');
const { createClient, createCluster } = require('redis');

const [mode, ports, version] = process.argv.slice(2);
const urls = ports.split(',').map((port) => `redis://127.0.0.1:${port}`);
const RESP = Number(version);

// The cluster client asks for a new map only when a node redirects it. Whose node is gone is told so at once and begins anew.
const anew = { disableOfflineQueue: true, socket: { reconnectStrategy: false } };

let client;

function told(error) {
  return `${error.constructor.name} ${error.code ?? ''} ${error.message}`.replaceAll('\n', ' ');
}

async function connect() {
  const next =
    mode === 'plain'
      ? createClient({ url: urls[0], RESP })
      : createCluster({ rootNodes: urls.map((url) => ({ url })), RESP, minimizeConnections: true, defaults: anew });
  next.on('error', (error) => console.log(`noticed ${told(error)}`));
  await next.connect();
  client = next;
}

async function answer(line) {
  const [, number, method, words] = /^(\d+) (\w+) (.*)$/.exec(line);
  try {
    if (client === undefined) {
      await connect();
    }
    const said = await client[method](...JSON.parse(words));
    console.log(`${number} answer ${JSON.stringify(said ?? null)}`);
  } catch (error) {
    if (mode === 'cluster' && client !== undefined && isLost(error)) {
      leave();
    }
    console.log(`${number} error ${told(error)}`);
  }
}

// Closes what is open; the connection to the node that is gone is closed already, and says so.
function leave() {
  for (const node of client.masters) {
    if (node.client?.isOpen) {
      node.client.destroy();
    }
  }
  client = undefined;
}

// An error that a node answered leaves its connection as it is.
function isLost(error) {
  return !/^[A-Z]+ /.test(error.message);
}

async function main() {
  await connect();
  console.log('READY');
  readline
    .createInterface({ input: process.stdin })
    .on('line', answer)
    .on('close', () => process.exit(0));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
