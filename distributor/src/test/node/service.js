// A service that follows the recipe of docs/distributor.md and nothing else: it adds itself to the list of services (again when it has no
// field, as after a flush), answers pings by gRPC, and polls its field of the table.
// Usage: node service.js REDIS_PORT PORT PROTO SERVICE, where the service of the proto is divvy.distributor.v1.Ping or proto.GRPCPinger
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');
const { createClient } = require('redis');

const [redisPort, port, proto, service] = process.argv.slice(2);
const name = `127.0.0.1:${port}`;

async function register(redis, namespace) {
  const services = await redis.lRange(namespace, 0, -1);
  if (!services.includes(name)) {
    await redis.lPush(namespace, name);
  }
}

function answerPings() {
  const definition = service.split('.').reduce((part, word) => part[word], grpc.loadPackageDefinition(loader.loadSync(proto)));
  const server = new grpc.Server();
  server.addService(definition.service, { ping: (call, answer) => answer(null, {}) });
  return new Promise((resolve, reject) => {
    server.bindAsync(name, grpc.ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve()));
  });
}

async function main() {
  const redis = createClient({ url: `redis://127.0.0.1:${redisPort}` });
  redis.on('error', () => {});
  await redis.connect();
  await answerPings();
  let before;
  for (;;) {
    const field = await redis.hGet('sys-matching-table', name).catch(() => before);
    if (field === null || field === undefined) {
      await register(redis, 'sys-robots-list').catch(() => {});
    }
    if (field !== before) {
      console.log(field === null || field === undefined ? 'no field' : `units ${field}`);
      before = field;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
