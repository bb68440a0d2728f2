import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { hasBrowser, openBrowser } from "#tests/support/browser";
import { freePort } from "#tests/support/free-port";
import { type Installation, install } from "#tests/support/installation";
import { addPerson, done, foundSchool, PASSWORD, type Person } from "#tests/support/school";
import type * as Published from "../../clients/typescript/src/index.ts";
import type * as Uploads from "../../clients/typescript/src/uploads.ts";

/** What a page has loaded. */
type Loaded = typeof Published & typeof Uploads;
declare global {
	interface Window {
		parley: Loaded;
	}
}

const LIMIT_MS = 60_000;

describe.skipIf(!hasBrowser)("The client in a browser", () => {
	let url = "";
	let owner: Person;
	let server: Installation;
	let browser: Browser;
	let context: BrowserContext;
	let script = "";

	afterAll(async () => {
		await browser.close();
		await server.close();
	});

	/** Loads the client into a page of the service, whose policy allows requests to its own origin only. */
	async function load(page: Page): Promise<Page> {
		await page.goto(`${url}/swagger`);
		await page.evaluate(script);
		return page;
	}

	/** Opens a tab on the origin of the service, with the client loaded. */
	const openTab = async (): Promise<Page> => load(await context.newPage());

	beforeAll(async () => {
		const port = String(freePort());
		server = await install({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
		url = `http://localhost:${port}`;
		owner = await foundSchool(server.url);
		const built = await Bun.build({
			entrypoints: ["tests/support/client-in-page.ts"],
			target: "browser",
			format: "iife",
		});
		script = (await built.outputs[0]?.text()) ?? "";
		browser = await openBrowser();
		context = await browser.newContext();
	}, LIMIT_MS);

	test(
		"keeps the refresh token in the cookie; tabs refresh one after the other, each once for many requests",
		async () => {
			const refreshes: number[] = [];
			context.on("response", (response) => {
				if (response.url().endsWith("/auth/refresh")) refreshes.push(response.status());
			});
			const [first, second] = [await openTab(), await openTab()];
			const kept = await first.evaluate(
				async ([baseUrl = "", email = "", password = ""]) => {
					const session = window.parley.createSession({ baseUrl, tokenDelivery: "cookie" });
					const { refresh_token } = await session.signIn({ email, password });
					return { refresh_token: refresh_token ?? null, stored: Object.keys(localStorage), visible: document.cookie };
				},
				[url, owner.email, PASSWORD],
			);
			const storm = (page: Page) =>
				page.evaluate(async (baseUrl) => {
					const auth = window.parley.createSession({ baseUrl, tokenDelivery: "cookie" });
					const api = window.parley.createClient({ baseUrl, auth });
					const answers = await Promise.all(Array.from({ length: 20 }, () => api.GET("/auth/profile")));
					return answers.map(({ response }) => response.status);
				}, url);
			const answers = await Promise.all([storm(first), storm(second)]);

			expect(kept).toEqual({ refresh_token: null, stored: [], visible: "" });
			expect(answers).toEqual([Array(20).fill(200), Array(20).fill(200)]);
			expect(refreshes).toEqual([200, 200]);
		},
		LIMIT_MS,
	);

	test(
		"follows captions by a socket with a ticket, which no address shows",
		async () => {
			const { token, orgId } = await addPerson(url, owner, "admin");
			const workspace = await done(url, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Physics" } });
			const { meeting } = await done(url, "POST", `/workspaces/${workspace.id}/meetings`, {
				token,
				body: { title: "Light", transcription: { live: true } },
			});
			const page = await openTab();
			const sockets: string[] = [];
			page.on("websocket", (socket) => sockets.push(socket.url()));
			const segments = [{ startMs: 0, endMs: 900, text: "Light is a wave." }];
			await done(url, "POST", `/meetings/${meeting.id}/captions`, { token, body: { segments } });

			const text = await page.evaluate(
				async ([baseUrl = "", auth = "", meetingId = ""]) => {
					const api = window.parley.createClient({ baseUrl, auth });
					for await (const message of window.parley.connectLive(api, { meetingId, from: "beginning" }))
						if (message.type === "final") return message.segment.text;
					return "";
				},
				[url, token, meeting.id],
			);

			expect(text).toBe("Light is a wave.");
			expect(sockets).toHaveLength(1);
			expect(sockets[0]).not.toContain("ticket");
		},
		LIMIT_MS,
	);

	test(
		"goes on with an upload after a reload, by what it keeps in localStorage",
		async () => {
			const { token, orgId } = owner;
			const workspace = await done(url, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Films" } });
			const page = await openTab();
			const announced: string[] = [];
			page.on("request", (request) => {
				if (request.url().endsWith("/meetings/upload/init")) announced.push(request.url());
			});
			const upload = (stopsAt: number) =>
				page.evaluate(
					async ([baseUrl = "", auth = "", workspaceId = "", limit = ""]) => {
						const bytes = new Uint8Array(2 << 20);
						bytes.set(
							Uint8Array.from(atob("UklGRiQAIABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YdT/HwA="), (c) =>
								c.charCodeAt(0),
							),
						);
						const file = new File([bytes], "lesson.wav", { type: "audio/wav", lastModified: 1 });
						const api = window.parley.createClient({ baseUrl, auth });
						const sent: number[] = [];
						const reached = Promise.withResolvers<void>();
						const sending = window.parley.uploadRecording(api, file, {
							workspaceId,
							chunkBytes: 128 << 10,
							onProgress(bytesSent) {
								sent.push(bytesSent);
								if (bytesSent >= Number(limit)) reached.resolve();
							},
						});
						const outcome = await Promise.race([sending.done, reached.promise.then(() => null)]);
						if (outcome === null) await sending.pause();
						return { state: outcome?.state ?? "paused", first: sent[0] ?? 0 };
					},
					[url, token, workspace.id, String(stopsAt)],
				);

			const before = await upload(512 << 10);
			await load(page);
			const after = await upload(Number.POSITIVE_INFINITY);

			expect(before.state).toBe("paused");
			expect(after.state).toBe("finished");
			expect(after.first).toBeGreaterThanOrEqual(256 << 10);
			expect(announced).toHaveLength(1);
			expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
		},
		LIMIT_MS,
	);
});
