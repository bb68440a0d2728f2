import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM } from "#tests/support/browser";

/** A network of its own, whose only way out is a cable to this machine. */
export interface Namespace {
	/** Address of this machine at the other end of the cable. */
	readonly gateway: string;
	/** Starts a browser in it. */
	openBrowser(flags: readonly string[]): Promise<Browser>;
	/** Whether somebody listens at a port as seen from it, and lets it connect. */
	reaches(host: string, port: number): boolean;
	close(): void;
}

/** Runs `ip`. @throws Error with what it says */
function ip(...args: readonly string[]): void {
	const { exitCode, stderr } = Bun.spawnSync(["ip", ...args]);
	if (exitCode !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr.toString().trim()}`);
}

/** Returns why there can be no namespaces; null: there can be. */
export function namespacesMissing(): string | null {
	if (Bun.which("ip") === null) return "there is no ip: apt install iproute2";
	const name = `parley-${process.pid}`;
	try {
		ip("netns", "add", name);
		ip("netns", "del", name);
		return null;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Makes a network namespace. @param number of it, 1…200: of its addresses */
export function openNamespace(number: number): Namespace {
	const name = `parley-${process.pid}-${number}`;
	const [outside, inside] = [`pv${number}o`, `pv${number}i`];
	const network = `10.213.${number}`;
	const folder = mkdtempSync(join(tmpdir(), "parley-namespace-"));
	ip("netns", "add", name);
	try {
		ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", name);
		ip("addr", "add", `${network}.1/24`, "dev", outside);
		ip("link", "set", outside, "up");
		ip("-n", name, "addr", "add", `${network}.2/24`, "dev", inside);
		ip("-n", name, "link", "set", inside, "up");
		ip("-n", name, "link", "set", "lo", "up");
	} catch (error) {
		ip("netns", "del", name);
		throw error;
	}
	const program = join(folder, "chromium");
	writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${name} ${CHROMIUM} "$@"\n`);
	chmodSync(program, 0o755);
	return {
		gateway: `${network}.1`,
		openBrowser: (flags) =>
			chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-quic", ...flags] }),
		reaches(host, port) {
			const probe = `</dev/tcp/${host}/${port}`;
			return Bun.spawnSync(["ip", "netns", "exec", name, "timeout", "2", "bash", "-c", probe]).exitCode === 0;
		},
		close() {
			ip("netns", "del", name);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
