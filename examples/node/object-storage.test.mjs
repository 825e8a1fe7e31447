// node --test object-storage.test.mjs
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { ObjectStorage, TooLate } from './object-storage.mjs'

const objects = new Map()
let bucket, sendsETags = true

// A store that compares and writes in one step, as S3 promises to.
const store = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString()
  const old = objects.get(request.url)
  const etag = text => `"${createHash('md5').update(text).digest('hex')}"`
  if (request.method === 'GET') {
    response.writeHead(old === undefined ? 404 : 200, old === undefined || !sendsETags ? {} : { etag: etag(old) }).end(old)
    return
  }
  const { 'if-none-match': none, 'if-match': match } = request.headers
  const status = match && old === undefined ? 404 : (none && old !== undefined) || (match && etag(old) !== match) ? 412 : 200
  if (status === 200) objects.set(request.url, body)
  response.writeHead(status).end()
})

before(() => new Promise(resolve => store.listen(0, '127.0.0.1', () => {
  bucket = `http://127.0.0.1:${store.address().port}`
  resolve()
})))
after(() => store.close())

test('lateWriter_isRefused', async () => {
  const storage = new ObjectStorage(bucket)
  await storage.write({ token: 6 }, '/a', 'new')
  await assert.rejects(storage.write({ token: 5 }, '/a', 'old'), TooLate)
  await assert.rejects(storage.delete({ token: 5 }, '/a'), TooLate)
  assert.equal(await storage.read('/a'), 'new')
  await storage.write({ token: 5 }, '/a#1', 'of another path')
})

test('writerThatStoodStillBetweenLookAndPut_isRefusedThoughTheDataAreTheSame', async () => {
  const other = new ObjectStorage(bucket)
  await other.write({ token: 5 }, '/b', 'plan')
  let asleep = true
  const late = new ObjectStorage(bucket, {
    beforePut: async () => {
      if (asleep) await other.write({ token: 7 }, '/b', 'plan')
      asleep = false
    },
  })
  await assert.rejects(late.write({ token: 6 }, '/b', 'plan'), TooLate)
})

test('firstWritersAtOnce_areBothOrderedByToken', async () => {
  let seen = 0
  const both = { beforePut: async () => { for (seen++; seen < 2;) await new Promise(setImmediate) } }
  const ends = await Promise.allSettled([8, 9].map(token => new ObjectStorage(bucket, both).write({ token }, '/c', `by ${token}`)))
  assert.equal(ends[1].status, 'fulfilled')
  assert.equal(await new ObjectStorage(bucket).read('/c'), 'by 9')
})

test('tombstone_keepsALateWriterOut', async () => {
  const storage = new ObjectStorage(bucket)
  await storage.write({ token: 3 }, '/d', 'plan')
  await storage.delete({ token: 4 }, '/d')
  await assert.rejects(storage.write({ token: 3 }, '/d', 'plan'), TooLate)
  assert.equal(await storage.read('/d'), null)
})

test('earlierRunOfTheSameLock_isRefused', async () => {
  const storage = new ObjectStorage(bucket)
  await storage.write({ token: 3, run: 20 }, '/e #?ä', 'plan')
  await assert.rejects(storage.write({ token: 3, run: 10 }, '/e #?ä', 'plan'), TooLate)
})

test('storeWithoutETags_isLeftAsItIs', async () => {
  const storage = new ObjectStorage(bucket)
  await storage.write({ token: 3 }, '/g', 'plan')
  sendsETags = false
  await assert.rejects(storage.write({ token: 4 }, '/g', 'other'), /answers no ETag/)
  sendsETags = true
  assert.equal(await storage.read('/g'), 'plan')
})
