// A client of the cache that does what it is told. Usage: node client.js plain|cluster PORT,PORT,... [RESP]
// Each line that it reads is a number, the name of a method of the client, and its arguments as JSON: 7 set ["key","value"]
// The answer is one line with the same number: 7 answer "OK", or 7 error MESSAGE.
const readline = require('node:readline');
const { createClient, createCluster } = require('redis');

const [mode, ports, resp] = process.argv.slice(2);
const urls = ports.split(',').map((port) => `redis://127.0.0.1:${port}`);
const RESP = Number(resp ?? 2);

function made() {
  if (mode === 'plain') {
    return createClient({ url: urls[0], RESP });
  }
  return createCluster({ rootNodes: urls.map((url) => ({ url })), RESP });
}

async function answer(client, line) {
  const [, number, method, words] = /^(\d+) (\w+) (.*)$/.exec(line);
  try {
    const said = await client[method](...JSON.parse(words));
    console.log(`${number} answer ${JSON.stringify(said ?? null)}`);
  } catch (error) {
    console.log(`${number} error ${error.name}: ${error.message}`.replaceAll('\n', ' '));
  }
}

async function main() {
  const client = made();
  client.on('error', (error) => console.log(`noticed ${error.name}: ${error.message}`.replaceAll('\n', ' ')));
  await client.connect();
  console.log('READY');
  readline.createInterface({ input: process.stdin }).on('line', (line) => answer(client, line)).on('close', () => process.exit(0));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
