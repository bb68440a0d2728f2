import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAddressResolver } from "#adapters/dns/addresses";
import { createTxtResolver } from "#adapters/dns/resolver";
import { startDnsServer } from "../support/dns-server.ts";
import { compiledLibrary, preloadingTest } from "../support/preloaded-library.ts";

const dns = await startDnsServer();
afterAll(() => dns.close());
beforeEach(() => {
	dns.behaviour = "answers";
	dns.asked.length = 0;
});

const resolver = createTxtResolver({ servers: [dns.address], timeoutMs: 5_000 });
const impatient = createTxtResolver({ servers: [dns.address], timeoutMs: 150 });
const never = new AbortController().signal;
const NAME = "_parley-verify.example.edu";

describe("the resolver of TXT records", () => {
	test("joins the strings of a record, and keeps records apart", async () => {
		dns.publish(NAME, ["parley-", "verify=", "É"], "Another; one");

		expect(await resolver.lookUp(NAME, never)).toEqual({ texts: ["parley-verify=É", "Another; one"] });
	});

	test("sees a record that changes at once", async () => {
		dns.publish("changing.example.edu", "before");
		await resolver.lookUp("changing.example.edu", never);
		dns.publish("changing.example.edu", "after");

		expect(await resolver.lookUp("changing.example.edu", never)).toEqual({ texts: ["after"] });
	});

	test("finds nothing at a name that does not exist, or has no such records", async () => {
		dns.publish("empty.example.edu");

		expect(await resolver.lookUp("missing.example.edu", never)).toEqual({ texts: [] });
		expect(await resolver.lookUp("empty.example.edu", never)).toEqual({ texts: [] });
	});

	test("asks again over TCP for an answer that does not fit a datagram", async () => {
		const many = Array.from({ length: 150 }, (_, n) => `${n}:${"x".repeat(200)}`);
		dns.publish("many.example.edu", ...many);
		dns.behaviour = "truncates";

		expect(await resolver.lookUp("many.example.edu", never)).toEqual({ texts: many });
		expect(dns.asked).toEqual(["many.example.edu", "tcp:many.example.edu"]);
	});

	test("reads no more than 200 records", async () => {
		dns.publish("flood.example.edu", ...Array.from({ length: 400 }, () => "x"));
		dns.behaviour = "truncates";

		expect(await resolver.lookUp("flood.example.edu", never)).toEqual({
			texts: Array.from({ length: 200 }, () => "x"),
		});
	});

	test("passes over an answer whose id is wrong", async () => {
		dns.publish(NAME, "genuine");
		dns.behaviour = "spoofed";

		expect(await resolver.lookUp(NAME, never)).toEqual({ texts: ["genuine"] });
	});

	test.each(["fails", "silent", "malformed"] as const)(
		"tells a server that %s from a name without records",
		async (how) => {
			dns.publish(NAME, "genuine");
			dns.behaviour = how;

			expect(await impatient.lookUp(NAME, never)).toEqual({ failure: expect.any(Error) });
			expect(dns.asked).toEqual([NAME, NAME]);
		},
	);

	test("asks the next server when one cannot be reached", async () => {
		dns.publish(NAME, "genuine");
		const patient = createTxtResolver({ servers: ["127.0.0.1:1", dns.address], timeoutMs: 5_000 });

		expect(await patient.lookUp(NAME, never)).toEqual({ texts: ["genuine"] });
	});

	test("stops when it is told to", async () => {
		dns.behaviour = "silent";
		const stop = new AbortController();
		const looking = resolver.lookUp(NAME, stop.signal);
		stop.abort(new Error("enough"));

		await expect(looking).rejects.toThrow("enough");
	});
});

describe("the resolver of addresses, without servers of its own", () => {
	test("knows the names in /etc/hosts", async () => {
		expect(await createAddressResolver(undefined)("localhost", never)).toContain("127.0.0.1");
	});

	preloadingTest("keeps no thread that others need to write to disk, however many names have no answer", async () => {
		const folder = mkdtempSync(join(tmpdir(), "parley-names-"));
		const child = Bun.spawn(
			[
				process.execPath,
				Bun.fileURLToPath(new URL("../support/resolve-and-write.ts", import.meta.url)),
				join(folder, "file"),
			],
			{ env: { LD_PRELOAD: compiledLibrary("silent-resolver") }, timeout: 20_000, stderr: "inherit" },
		);

		const output = await new Response(child.stdout).text();
		rmSync(folder, { recursive: true, force: true });

		expect(output).toBe("on disk");
	});
});
