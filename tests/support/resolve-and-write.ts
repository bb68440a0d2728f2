import { fdatasync, openSync, writeSync } from "node:fs";
import { createAddressResolver } from "#adapters/dns/addresses";

/** Asks the system for more names than a program has threads, writes to a file meanwhile, and says so once that is on disk. */
const resolve = createAddressResolver(undefined);
const given = AbortSignal.timeout(60_000);
for (let n = 0; n < 64; n++) void resolve(`name${n}.example.com`, given).catch(() => undefined);

const file = openSync(process.argv[2] ?? "", "w");
writeSync(file, "written");
fdatasync(file, (error) => {
	process.stdout.write(error === null ? "on disk" : String(error));
	process.exit(0);
});
