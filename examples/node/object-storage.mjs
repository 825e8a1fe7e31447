// Fences a bucket by conditional writes: a pointer for each path, `token run key`, names the data of the highest token (client/GUIDE.md).
// Node alone is enough. Requests are not signed: with @aws-sdk/client-s3, send the same as PutObjectCommand with IfMatch or IfNoneMatch.
import { randomUUID } from 'node:crypto'

/** A late writer: another token, or a later run of the same lock, has written the path. */
export class TooLate extends Error {}

export class ObjectStorage {
  /** `beforePut` is called between look and put; tests let others write there. */
  constructor(bucket, { fetch = globalThis.fetch, beforePut = async () => {} } = {}) {
    Object.assign(this, { bucket, fetch, beforePut })
  }

  /** Writes the data under a new key, so nothing is overwritten, and then points the path to it. */
  async write({ token, run = 0 }, path, data) {
    const key = `/data/${randomUUID()}`
    const { status } = await this.#send('PUT', key, { 'If-None-Match': '*' }, data)
    if (status !== 200) throw new Error(`no data were written, status ${status}`)
    await this.#point(token, run, path, key)
  }

  /** Leaves a tombstone: without an object a late writer would not be noticed. */
  async delete({ token, run = 0 }, path) {
    await this.#point(token, run, path, 'deleted')
  }

  /** The data that the path points to, or null. */
  async read(path) {
    const pointer = await this.#send('GET', `/paths${path}`)
    const key = pointer.status === 200 ? pointer.body.split(' ')[2] : 'deleted'
    return key === 'deleted' ? null : (await this.#send('GET', key)).body
  }

  async #point(token, run, path, key) {
    let status = 412
    for (let attempt = 0; status !== 200 && attempt < 10; attempt++) {
      const last = await this.#send('GET', `/paths${path}`)
      if (last.status !== 200 && last.status !== 404) throw new Error(`the pointer cannot be read, status ${last.status}`)
      if (last.status === 200) {
        const [otherToken, otherRun] = last.body.split(' ').map(Number)
        if (!last.etag) throw new Error('the store answers no ETag, it could not refuse a late writer')
        if (otherToken > token || (otherToken === token && otherRun > run)) {
          throw new TooLate(`token ${otherToken} run ${otherRun} was there before token ${token} run ${run}`)
        }
      }
      await this.beforePut() // any process may stand still here, for any time
      // The token stands in the body, so in the ETag: the same data under a higher token are another version.
      const condition = last.status === 404 ? { 'If-None-Match': '*' } : { 'If-Match': last.etag }
      status = (await this.#send('PUT', `/paths${path}`, condition, `${token} ${run} ${key}`)).status
      if (![200, 404, 409, 412].includes(status)) break // those four: somebody was faster, look again
    }
    if (status !== 200) throw new Error(`the path was not written, status ${status}`)
  }

  async #send(method, key, headers = {}, body = undefined) {
    const answer = await this.fetch(this.bucket + key.split('/').map(encodeURIComponent).join('/'), { method, headers, body })
    return { status: answer.status, etag: answer.headers.get('etag'), body: await answer.text() }
  }
}
