// Asks for a lock, waits in line if it must, renews it while it works, and releases it.
// npm install; node asker.mjs 127.0.0.1:9092
import { Kafka, Partitioners } from 'kafkajs'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const BROKER_CLOCKS_DIFFER_MS = 500
const LEASE_MS = 10000
const kafka = new Kafka({ brokers: [process.argv[2] ?? '127.0.0.1:9092'], logLevel: 1 })
const replyTo = `node-${randomUUID()}`
// Each acquire of a program takes a session of its own, or two requests of one member would not exclude each other.
const owner = { subAccount: 'ann', session: randomUUID() }
const answered = new Map() // commandId -> called with the answer
const lost = new Map() // lockId -> an AbortController
const next = new Map() // partition -> the offset to read from

// The default partitioner of kafkajs 2 is that of the Java clients, murmur2. Its legacy partitioner is not.
const producer = kafka.producer({ idempotent: true, createPartitioner: Partitioners.DefaultPartitioner })
// An asker reads every partition, in a group of its own; events of aborted transactions are not shown.
const consumer = kafka.consumer({ groupId: replyTo, readUncommitted: false })
const admin = kafka.admin()

function read({ partition, message }) {
  next.set(partition, BigInt(message.offset) + 1n)
  const addresses = [message.headers.replyTo, message.headers.lockReplyTo]
  if (!addresses.some(address => address?.toString() === replyTo)) return
  const event = JSON.parse(message.value)
  console.log(event.type, event.reason ?? '', event.path ?? '', event.blockedBy?.map(b => `${b.subAccount} ${b.operation} ${b.path}`) ?? '')
  if (event.type === 'queued') return // the decision is still to come
  answered.get(event.commandId)?.(event)
  if (event.type !== 'released') return
  // An operator's forceRelease ends a request that waits, too. The event then has the commandId of that forceRelease; the lockId is ours.
  answered.get(event.lockId)?.(event)
  lost.get(event.lockId)?.abort(new Error(`the lock is lost: ${event.reason}`))
}

// The first join begins at the end. A reader that was away for too long joins again, and goes on where it stood: without this it would begin
// at the end once more, and miss the answers of the time between.
function goOn() {
  next.forEach((offset, partition) => consumer.seek({ topic: 'lock.events', partition, offset: `${offset}` }))
}

// An application sends an unanswered command again, with the same commandId; this example does not.
async function ask(command) {
  const whole = { commandId: randomUUID(), account: 'acme', ...owner, replyTo, ...command }
  const answer = new Promise(resolve => answered.set(whole.commandId, resolve))
  const sentAt = performance.now() // monotonic, and taken before the send
  await producer.send({ topic: 'lock.commands', messages: [{ key: whole.account, value: JSON.stringify(whole) }] })
  const event = await answer
  answered.delete(whole.commandId)
  return { event, sentAt }
}

async function work(lock) {
  const loss = lost.get(lock.lockId)
  for (let part = 1; part <= 4; part++) {
    const { event, sentAt } = await ask({ type: 'renew', lockId: lock.lockId, leaseMs: LEASE_MS })
    if (event.type !== 'renewed') throw new Error('the lock is lost: ' + event.reason)
    const safeUntil = sentAt + event.expiresAt - event.at - BROKER_CLOCKS_DIFFER_MS
    if (performance.now() > safeUntil) throw new Error('the lease ran out')
    const end = setTimeout(() => loss.abort(new Error('the lease ran out')), safeUntil - performance.now()) // also amid a part
    await sleep(3000, null, { signal: loss.signal }).catch(() => loss.signal.throwIfAborted()) // writes a part; the storage is told lock.token
    clearTimeout(end)
  }
  await ask({ type: 'release', lockId: lock.lockId })
}

await Promise.all([producer.connect(), consumer.connect(), admin.connect()])
for (const { partition, high } of await admin.fetchTopicOffsets('lock.events')) { // from the end, found before the first send
  next.set(partition, BigInt(high))
}
await consumer.subscribe({ topic: 'lock.events' })
consumer.on(consumer.events.GROUP_JOIN, goOn)
await consumer.run({ autoCommit: false, eachMessage: read })

try {
  // Waits with a lease of 2 s, so that a program that dies in the queue holds up those behind it no longer; the first renewal
  // takes the grant up. One that may read late asks without waiting first, with its whole lease (WIRE.md, a short lease).
  const lockId = randomUUID()
  lost.set(lockId, new AbortController())
  console.log('asks for lock', lockId)
  const { event: lock } = await ask({ type: 'acquire', commandId: lockId, operation: 'UPLOAD', path: '/docs/plan.pdf', leaseMs: 2000, waitMs: 60000, attributes: { leaseMs: `${LEASE_MS}` } })
  if (lock.type === 'granted') await work(lock)
  else process.exitCode = 1
} finally {
  await Promise.all([producer.disconnect(), consumer.disconnect(), admin.disconnect()])
}
