import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCommandLine } from '../testing/cli.ts'

test('invalid arguments are refused in one sentence, and nothing is written', async (t) => {
  const cli = openCommandLine(t)
  assert.match(
    (await cli.run(['token', 'create', '--user', 'x'])).err,
    /^deskbell: There is no Deskbell database in .*\n$/,
  )
  assert.deepEqual(readdirSync(cli.folder), [])
  const service = await cli.start()
  service.signal('SIGTERM')
  await service.ended
  mkdirSync(join(cli.folder, 'folder-db', 'deskbell.db'), { recursive: true })
  writeFileSync(join(cli.folder, 'folder-db', 'other'), '')
  const cases: [string, RegExp][] = [
    ['user create', /At least one identifier/],
    ['user create --email nonsense', /Invalid email 'nonsense'/],
    ['user create --email admin@example.com', /Email address 'admin@example.com' is already used/],
    ['user create --firstname A --login admin@example.com', /Login 'admin@example.com' is already used/],
    ['user create --email a@b.example --role Boss', /no role "Boss"\. Choose one of: "Admin", "Agent", "Customer"\./],
    ['user create --email a@b.example --group Users=own', /NAME=ACCESS/],
    ['user create --email a@b.example --password -', /expected a password/],
    ['user create --email a@b.example --password short1A', /--password: The password needs at least 10 characters\./],
    [`user create --firstname ${'x'.repeat(101)}`, /--firstname: at most 100/],
    ['user reset unknown@nowhere.example', /There is no user/],
    ['user reset -', /not active/],
    ['token create', /--user <login>/],
    ['token create --user -', /not active/],
    ['token create --user admin@example.com --permission everything', /no permission "everything"/],
    ['token create --user admin@example.com --expires 2026-02-30', /expected a day/],
    ['token create --user admin@example.com --expires 2020-02-29', /is in the past/],
    ['start --port 65536', /between 0 and 65535/],
    ['start --prot 1', /unknown option '--prot'.*--port/],
    ['start --read-url postgres://127.0.0.1/desk', /--read-url needs --database-url/],
    ['start --metrics-token short', /--metrics-token .* at least 16 characters/],
    ['start --access-log no-such-folder/access.log', /no-such-folder\/access\.log: no such file or folder\./],
    ['start now', /too many arguments/],
    ['restore no-such.tar --data restored', /no-such\.tar: no such file or folder\./],
    ['backup no-such-folder/backup.tar', /There is no folder .*no-such-folder; create it first\./],
    ['import mail deskbell-data no-such.mbox', /no-such\.mbox: no such file or folder\./],
    ['import mail deskbell-data --group ', /--group <name>.*expected the name of a group, got nothing/],
    [
      'start --data deskbell-data/deskbell.db',
      /deskbell\.db is a file, not a folder\. Name the data folder with --data\./,
    ],
    ['check --data deskbell-data/deskbell.db', /deskbell\.db is a file, not a folder\./],
    ['start --data folder-db', /folder-db\/deskbell\.db is a folder, not a database\./],
    ['check --data folder-db', /folder-db\/deskbell\.db is a folder, not a database\./],
    ['restore deskbell-data --data restored', /deskbell-data is a folder, not a backup\./],
    ['backup folder-db/other/backup.tar', /There is no folder .*other; create it first\./],
    ['check --database-url ', /DESKBELL_DATABASE_URL\) is empty; leave it out/],
    [
      'check --database-url mysql://desk:secret@localhost/x',
      /^deskbell: --database-url [^:]*: expected an address such as/,
    ],
    ['check --database-url postgres://localhost:99999/x', /expected an address such as/],
    ['check --log-level loud', /Allowed choices/],
    ['demo --data deskbell-data --port 0', /contains a desk that is not a demo/],
  ]
  // Two at a time, because each starts a process.
  const refuse = async ([line, sentence]: [string, RegExp]) => {
    const { code, out, err } = await cli.run(line.split(' '))
    assert.notEqual(code, 0, line)
    assert.equal(out, '', line)
    assert.match(err, sentence, line)
    assert.match(err, /^deskbell: [^\n]+\n$/, line)
  }
  for (let start = 0; start < cases.length; start += 2) await Promise.all(cases.slice(start, start + 2).map(refuse))
  // A new desk has three users, so the id 4 shows that the refused commands have created none.
  assert.match((await cli.run(['user', 'create', '--firstname', 'Omar'])).out, /^4\n$/)
})
