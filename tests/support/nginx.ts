import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { isListening } from "./redis.ts";

// Debian keeps it where only root looks.
const PROGRAM = Bun.which("nginx", { PATH: `${process.env.PATH}:/usr/sbin` });

/** Whether nginx is installed. Without it the tests that need it are skipped, which CI does not accept. */
export const hasNginx: boolean = PROGRAM !== null;

const KEPT = 'proxy_http_version 1.1; proxy_set_header Connection "";';

/**
 * Ways to pass requests on, by host: as nginx does by default, as `docs/operations.md` says, and both without waiting for
 * the body.
 */
export const PROXIES = {
	"usual.test": "",
	"kept.test": KEPT,
	"streaming.test": "proxy_http_version 1.1; proxy_request_buffering off;",
	"kept-streaming.test": `${KEPT} proxy_request_buffering off;`,
} as const;

/** Status of what nginx answers in place of a server that it takes for broken. */
export const TAKEN_OUT = 421;

/** nginx in front of a server, which it leaves alone for ten seconds after one failure. */
export interface Nginx {
	/** Where it listens; the `Host` of a request says how it is passed on. */
	readonly url: string;
	/** Ends it and removes its files. */
	close(): Promise<void>;
}

/** Starts nginx on loopback in front of the server at this origin; it listens when this resolves. */
export function startNginx(upstream: string): Promise<Nginx> {
	const port = freePort();
	const servers = Object.entries(PROXIES).map(
		([host, how]) =>
			`server { listen 127.0.0.1:${port}; server_name ${host};
				location / { proxy_pass http://parley; proxy_set_header Host localhost; ${how} } }`,
	);
	return launchNginx(
		port,
		(folder) => `
			upstream parley {
				server ${new URL(upstream).host} max_fails=1 fail_timeout=10s;
				server unix:${folder}/spare backup;
				keepalive 4;
			}
			server { listen unix:${folder}/spare; return ${TAKEN_OUT}; }
			${servers.join("\n")}`,
	);
}

/**
 * Starts nginx, and waits until it listens at this port of loopback.
 * @param settings returns what is in its block `http`, by the folder for its files
 * @param others settings outside of that block
 */
export async function launchNginx(port: number, settings: (folder: string) => string, others = ""): Promise<Nginx> {
	const folder = mkdtempSync(join(tmpdir(), "parley-nginx-"));
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
	writeFileSync(
		join(folder, "nginx.conf"),
		`${others} daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
		events { worker_connections 256; }
		http { access_log off; client_max_body_size 0; ${temporary.join(" ")} ${settings(folder)} }`,
	);
	const env = { ...process.env, BUN_FEATURE_FLAG_NO_ORPHANS: "1" };
	const command = [PROGRAM ?? "nginx", "-p", folder, "-e", `${folder}/errors`, "-c", `${folder}/nginx.conf`];
	const child = Bun.spawn(command, { env, stdio: ["ignore", "ignore", "ignore"] });
	while (!(await isListening(port))) {
		if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(`${folder}/errors`, "utf8")}`);
		await Bun.sleep(10);
	}
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			child.kill("SIGTERM");
			await child.exited;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
