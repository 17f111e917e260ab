// A client of the cache that runs the calls it reads. Usage: node client.js plain|cluster PORT,PORT,... RESP
// Each input line is a number, the name of a method of the client, and its arguments as JSON: 7 set ["key","value"]
// The output is one line with the same number: 7 answer "OK", or 7 error MESSAGE.
const readline = require('node:readline');
const { createClient, createCluster } = require('redis');

const [mode, ports, version] = process.argv.slice(2);
const urls = ports.split(',').map((port) => `redis://127.0.0.1:${port}`);
const RESP = Number(version);

// The cluster client requests a new map only when a node redirects it. A request for a node that is gone fails at once, and the
// next one connects again.
const failFast = { disableOfflineQueue: true, socket: { reconnectStrategy: false } };

let client;

function textOf(error) {
  return `${error.constructor.name} ${error.code ?? ''} ${error.message}`.replaceAll('\n', ' ');
}

async function connect() {
  const next =
    mode === 'plain'
      ? createClient({ url: urls[0], RESP })
      : createCluster({ rootNodes: urls.map((url) => ({ url })), RESP, minimizeConnections: true, defaults: failFast });
  next.on('error', (error) => console.log(`noticed ${textOf(error)}`));
  await next.connect();
  client = next;
}

async function run(line) {
  const [, number, method, parameters] = /^(\d+) (\w+) (.*)$/.exec(line);
  try {
    if (client === undefined) {
      await connect();
    }
    const reply = await client[method](...JSON.parse(parameters));
    console.log(`${number} answer ${JSON.stringify(reply ?? null)}`);
  } catch (error) {
    if (mode === 'cluster' && client !== undefined && isLost(error)) {
      disconnect();
    }
    console.log(`${number} error ${textOf(error)}`);
  }
}

// Closes the open connections; the connection to the node that is gone is closed already, and closing it again would fail.
function disconnect() {
  for (const node of client.masters) {
    if (node.client?.isOpen) {
      node.client.destroy();
    }
  }
  client = undefined;
}

// An error reply of a node does not affect its connection.
function isLost(error) {
  return !/^[A-Z]+ /.test(error.message);
}

async function main() {
  await connect();
  console.log('READY');
  readline
    .createInterface({ input: process.stdin })
    .on('line', run)
    .on('close', () => process.exit(0));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
