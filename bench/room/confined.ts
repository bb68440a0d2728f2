import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { Page } from "playwright-core";
import { makeCertificate } from "#tests/support/certificates";
import { freePort } from "#tests/support/free-port";
import { FIRST_ADMIN } from "#tests/support/installation";
import { launchNginx } from "#tests/support/nginx";
import { goToRoom, heardIn, hears, isInside, join } from "#tests/support/room-page";
import { done, foundSchool } from "#tests/support/school";
import { until } from "#tests/support/until";
import { SOURCES, settingsFor, urlIn } from "../support/program.ts";
import { figures } from "../support/report.ts";
import { startProgram } from "../support/server.ts";
import { namespacesMissing, openNamespace } from "./namespaces.ts";
import { ADAS, GRACES, voiceSaying } from "./sentences.ts";

const STREAM_MODULE = "/usr/lib/nginx/modules/ngx_stream_module.so";
const [MEET, TURN] = ["meet.example.test", "turn.example.test"];

/** Returns why this cannot be measured here; null: it can be. */
export function confinedMissing(): string | null {
	if (!existsSync(STREAM_MODULE)) return "nginx cannot pass TLS on by name: apt install libnginx-mod-stream";
	return namespacesMissing();
}

/**
 * Has two browsers talk that reach nothing but one TCP port, as `docs/rooms.md` sets it up: TLS, passed on by its name.
 * @returns whether they hear and see each other, by the relay alone
 */
export async function measureConfined(seconds: number): Promise<boolean> {
	const folder = mkdtempSync(joinPath(tmpdir(), "parley-confined-"));
	const [port, web, turn, front] = [freePort(), freePort(), freePort(), freePort()];
	const { cert, key } = makeCertificate(MEET, TURN);
	const [certFile, keyFile] = [joinPath(folder, "cert.pem"), joinPath(folder, "key.pem")];
	writeFileSync(certFile, cert);
	writeFileSync(keyFile, key);
	const spaces = [openNamespace(1), openNamespace(2)];
	const settings = {
		...settingsFor(folder, port),
		ADMIN_EMAIL: FIRST_ADMIN.email,
		ADMIN_PASSWORD: FIRST_ADMIN.password,
		HOST: "127.0.0.1",
		PUBLIC_URL: `https://${MEET}:${front}`,
		ALLOWED_HOSTS: `127.0.0.1,${MEET}`,
		RATE_LIMITS: "off",
		TURN_HOST: "127.0.0.1",
		TURN_PORT: String(turn),
		TURN_URL: `turns:${TURN}:${front}`,
		TURN_TLS_CERT_FILE: certFile,
		TURN_TLS_KEY_FILE: keyFile,
	};
	const server = await startProgram("parley", [...SOURCES, "serve"], settings, (output) => {
		const url = urlIn(output);
		return url === undefined ? undefined : { url };
	});
	const headers =
		"proxy_set_header Host $http_host; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $how;";
	const nginx = await launchNginx(
		web,
		() => `
		map $http_upgrade $how { default upgrade; "" ""; }
		server { listen 127.0.0.1:${web} ssl; ssl_certificate ${certFile}; ssl_certificate_key ${keyFile};
			location / { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_read_timeout 1h; ${headers} } }`,
		`load_module ${STREAM_MODULE};
		stream {
			map $ssl_preread_server_name $target { ${TURN} 127.0.0.1:${turn}; default 127.0.0.1:${web}; }
			server {
				${spaces.map(({ gateway }) => `listen ${gateway}:${front};`).join(" ")}
				ssl_preread on; proxy_pass $target; proxy_timeout 15m;
			}
		}`,
	);
	const browsers = await Promise.all(
		spaces.map(async ({ gateway, openBrowser }, n) =>
			openBrowser([
				...(n === 0 ? await voiceSaying("slt", ADAS) : await voiceSaying("rms", GRACES)),
				"--ignore-certificate-errors",
				`--host-resolver-rules=MAP ${MEET} ${gateway}, MAP ${TURN} ${gateway}`,
			]),
		),
	);
	try {
		const base = `http://127.0.0.1:${port}`;
		const reached = spaces.map(({ gateway, reaches }) =>
			[front, port, web, turn].map((each) => reaches(gateway, each)),
		);
		const isConfined = Bun.deepEquals(reached, [
			[true, false, false, false],
			[true, false, false, false],
		]);
		const { orgId, token } = await foundSchool(base);
		const workspace = await done(base, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "History" } });
		const body = { title: "The old bridge", access: "link" };
		const { meeting } = await done(base, "POST", `/workspaces/${workspace.id}/meetings`, { token, body });
		await done(base, "POST", `/meetings/${meeting.id}/start`, { token, body: {} });
		const pages = await Promise.all(
			browsers.map(async (browser, n) => {
				const page = await browser.newPage({ locale: "en-GB" });
				page.setDefaultTimeout(60_000);
				await goToRoom(page, meeting.joinUrl);
				await join(page, { name: n === 0 ? "Ada" : "Grace" });
				await isInside(page);
				return page;
			}),
		);
		await Promise.all(pages.map(hears));
		await Promise.all(pages.map((page) => until(async () => (await heardIn(page)).frames > 10, 60_000)));
		const before = await Promise.all(pages.map(heardIn));
		const cpuMs = server.cpuMs();
		await Bun.sleep(seconds * 1_000);
		const used = (server.cpuMs() - cpuMs) / seconds;
		const after = await Promise.all(pages.map(heardIn));
		const pairs = await Promise.all(pages.map(pairOf));
		const each = after.map((now, n) => ({
			lost: now.lost - (before[n]?.lost ?? 0),
			frames: (now.frames - (before[n]?.frames ?? 0)) / seconds,
			concealed: (now.concealed - (before[n]?.concealed ?? 0)) / (now.samples - (before[n]?.samples ?? 0)),
		}));
		figures("room confined", {
			one_port_only: isConfined ? "yes" : JSON.stringify(reached),
			pairs: pairs.join("/"),
			frames_per_s: each.map(({ frames }) => frames.toFixed(1)).join("/"),
			concealed_percent: each.map(({ concealed }) => (concealed * 100).toFixed(1)).join("/"),
			packets_lost: each.map(({ lost }) => lost).join("/"),
			server_cpu_percent: used / 10,
		});
		return isConfined && pairs.every((pair) => pair === "relay-relay") && each.every(({ frames }) => frames > 0);
	} finally {
		await Promise.all(browsers.map((browser) => browser.close()));
		await nginx.close();
		await server.kill();
		for (const space of spaces) space.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Returns by which kinds of addresses a page reaches the other. */
const pairOf = (page: Page): Promise<string> =>
	page.evaluate(async () => {
		const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
		const open = connections.find(({ connectionState }) => connectionState === "connected");
		const all = (await open?.getStats()) as unknown as Map<string, Record<string, string | boolean>> | undefined;
		for (const { type, state, nominated, localCandidateId, remoteCandidateId } of all?.values() ?? [])
			if (type === "candidate-pair" && nominated && state === "succeeded")
				return [localCandidateId, remoteCandidateId].map((id) => all?.get(String(id))?.candidateType).join("-");
		return "none";
	});
