// Uploads a file under a lease, and enters it into PostgreSQL under the token of the lease. The database refuses a late worker.
// npm install && npm install --no-save ../../sdk/typescript
// node upload-worker.mjs http://localhost:8070 "$KEY" postgres://postgres@localhost/postgres /docs/plan.pdf 3
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { LockClient } from '@lockarbiter/client'

const ACCOUNT = 'acme'
const [url, key, database, path, seconds] = process.argv.slice(2)
const locks = new LockClient({ url, account: ACCOUNT, key })
const pool = new pg.Pool({ connectionString: database })

// One connection from begin to commit: pool.query may take another one each time, and a fence that is committed alone protects nothing.
async function fenced(token, write) {
  const connection = await pool.connect()
  let broken = true
  try {
    await connection.query('begin isolation level read committed')
    await connection.query('select lockarbiter_fence($1, $2, $3, $4)', [ACCOUNT, path, 'PUT', token])
    await write(connection)
    await connection.query('commit')
    broken = false
  } catch (problem) {
    await connection.query('rollback').then(() => { broken = false }, () => {})
    throw problem // 40001 and 40P01 say that the transaction may be repeated
  } finally {
    connection.release(broken)
  }
}

const lease = await locks.upload(path, { waitMs: 60_000, leaseMs: 3000, onQueued: () => console.log('waits') })
try {
  console.log('granted', lease.token)
  await pause(seconds * 1000) // uploads the data under a name that nobody else uses
  await fenced(lease.token, connection =>
    connection.query(
      'insert into files (path, token) values ($1, $2) on conflict (path) do update set token = excluded.token',
      [path, lease.token]))
  console.log('wrote', lease.token)
} catch (problem) {
  if (problem.code !== 'LA001') throw problem
  console.log('too late:', JSON.parse(problem.detail).reason)
  process.exitCode = 1
} finally {
  await lease.release()
  await pool.end()
}
