import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Installation, install } from "#tests/support/installation";
import { hasNginx, launchNginx } from "#tests/support/nginx";
import { SOURCES, serve } from "../support/program.ts";
import { openTwo } from "./instances.ts";

/** How long the killed server stays down, in ms. */
const DOWN_MS = 5_000;
/** Part of the user agent of a browser that nginx passes on to the second instance. */
const SECOND = "ParleySecond";
/** Flag of a browser that nginx passes on to the second instance. */
export const SECOND_FLAG = `--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36 ${SECOND}`;

/** Starts the sources as a process; a restart kills it, and leaves it down for a while. */
export async function startOne(variables: Readonly<Record<string, string>> = {}): ReturnType<typeof install> {
	const folder = mkdtempSync(join(tmpdir(), "parley-room-"));
	const start = () => serve(SOURCES, folder, Number(variables.PORT), { ...variables, RATE_LIMITS: "off" });
	let program = await start();
	const installation: Installation = {
		url: program.url,
		async restart() {
			await program.kill();
			await Bun.sleep(DOWN_MS);
			program = await start();
		},
		async close() {
			await program.kill();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	return installation;
}

/** Starts two instances behind nginx, which has one for each browser. A restart kills the second one, and leaves it down for a while. */
export async function startTwo({
	PORT,
	...variables
}: Readonly<Record<string, string>> = {}): ReturnType<typeof install> {
	if (!hasNginx) throw new Error("two instances need nginx: apt install nginx");
	const servers = await openTwo(variables);
	const [here, there] = [servers.here, servers.there].map(
		({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s`,
	);
	const headers =
		"proxy_set_header Host $http_host; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $how;";
	const nginx = await launchNginx(
		Number(PORT),
		() => `
		map $http_upgrade $how { default upgrade; "" ""; }
		map $http_user_agent $side { ~${SECOND} second; default first; }
		upstream first { ${here}; ${there} backup; }
		upstream second { ${there}; ${here} backup; }
		server { listen 127.0.0.1:${PORT}; listen [::1]:${PORT};
			location / { proxy_pass http://$side; proxy_http_version 1.1; proxy_read_timeout 1h; ${headers} } }`,
	);
	return {
		url: nginx.url,
		async restart() {
			for (const instance of [servers.here, servers.there])
				if (!isConnected(instance.url)) throw new Error(`nobody is connected to ${instance.url}`);
			await servers.there.kill();
			await Bun.sleep(DOWN_MS);
			await servers.there.restart();
		},
		async close() {
			await nginx.close();
			await servers.close();
		},
	};
}

/** Whether somebody is connected to a server of this machine. */
function isConnected(url: string): boolean {
	const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0");
	const ESTABLISHED = "01";
	return readFileSync("/proc/net/tcp", "utf8")
		.split("\n")
		.map((line) => line.trim().split(/\s+/))
		.some(([, local = "", , state]) => local.endsWith(`:${port}`) && state === ESTABLISHED);
}
