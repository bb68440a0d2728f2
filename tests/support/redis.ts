import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

/** Whether there is a Redis server on this machine. */
export const hasRedis: boolean = Bun.which("redis-server") !== null;

/** A Redis server on loopback that keeps nothing. */
export interface RedisServer {
	/** `redis://127.0.0.1:<port>`; the same after a restart. */
	readonly url: string;
	readonly port: number;
	/** Ends it at once, as a crash does. */
	kill(): Promise<void>;
	/** Starts it again, at the same port. */
	restart(): Promise<void>;
	/** Lets it hang: connections stay, nothing is answered. */
	freeze(): void;
	/** Lets it go on. */
	thaw(): void;
	/** Ends it and removes its files. */
	close(): Promise<void>;
}

/** Starts a Redis server, which listens when this resolves. @param settings further options of `redis-server`: `["--requirepass", "secret"]` */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
	const folder = mkdtempSync(join(tmpdir(), "parley-redis-"));
	const port = freePort();
	const url = `redis://127.0.0.1:${port}`;
	const command = ["redis-server", "--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
	async function start(): Promise<Bun.Subprocess> {
		const env = { ...process.env, BUN_FEATURE_FLAG_NO_ORPHANS: "1" };
		const child = Bun.spawn([...command, ...settings], { env, stdio: ["ignore", "ignore", "ignore"] });
		while (!(await isListening(port))) {
			if (child.exitCode !== null) throw new Error(`redis-server ended with code ${child.exitCode}`);
			await Bun.sleep(10);
		}
		return child;
	}

	let server = await start();
	async function kill(): Promise<void> {
		server.kill("SIGKILL");
		await server.exited;
	}
	return {
		url,
		port,
		kill,
		async restart() {
			server = await start();
		},
		freeze: () => server.kill("SIGSTOP"),
		thaw: () => server.kill("SIGCONT"),
		async close() {
			await kill();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Tells whether somebody listens at a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
	try {
		const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data: () => undefined } });
		socket.end();
		return true;
	} catch {
		return false;
	}
}
