import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnectionShares } from "#platform/connections";
import { clientAt } from "#tests/support/client";
import { PARLEY } from "#tests/support/command";
import type { TestResponse } from "#tests/support/harness";
import { startProgram } from "#tests/support/server-process";

/** Descriptors of the server: 168 connections may stay open, a meeting that is alone may have 94 of them, and a person four. */
const LIMIT = 300;
const [OF_MEETING, OF_CALLER] = [94, 4];
const ADMIN = { ADMIN_EMAIL: "root@parley.example", ADMIN_PASSWORD: "correct horse battery" };

const folder = mkdtempSync(join(tmpdir(), "parley-shares-"));
const server = startProgram(["sh", "-c", `ulimit -n ${LIMIT}; exec "$@"`, "sh", ...PARLEY, "serve"], {
	env: {
		...ADMIN,
		PORT: "0",
		DATA_DIR: folder,
		ARGON2_MEMORY_KIB: "1024",
		ARGON2_TIME_COST: "1",
		RATE_LIMITS: "live-connect=9999/60,meeting-join=9999/60,read=9999/60,write=9999/60",
	},
});
const url = await server.url();
const sockets: WebSocket[] = [];
const streams: AbortController[] = [];
afterAll(async () => {
	for (const socket of sockets) socket.close();
	for (const stream of streams) stream.abort();
	server.kill("SIGKILL");
	await server.exited;
	rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, sent: object, token = ""): Promise<TestResponse["body"]> {
	const { status, body, text } = await clientAt(url, token).post(path, sent);
	if (status >= 300) throw new Error(`${path} was answered ${text}`);
	return body;
}

const { access_token: token } = await post("/auth/login", {
	email: ADMIN.ADMIN_EMAIL,
	password: ADMIN.ADMIN_PASSWORD,
});

/** Starts a meeting with a link. */
async function meetingIn(workspaceId: string): Promise<{ id: string; code: string }> {
	const { data } = await post(`/workspaces/${workspaceId}/meetings`, { title: "Optics", access: "link" }, token);
	return { id: data.meeting.id, code: new URL(data.meeting.joinUrl).hash.slice(1) };
}

async function workspaceOf(name: string): Promise<string> {
	const { data } = await post("/orgs", { name, orgType: "business" }, token);
	return (await post(`/orgs/${data.id}/workspaces`, { name: "Physics" }, token)).data.id;
}

const guestIn = async ({ code }: { readonly code: string }): Promise<string> =>
	(await post("/meetings/join", { code, name: "Grace" })).access_token;

/** Opens a socket; returns the code it was closed with, or null when it is open. */
function openSocket(meetingId: string, by: string): Promise<number | null> {
	// The types of browsers know no headers.
	const socket = new WebSocket(`${url.replace("http", "ws")}/transcription/live?meetingId=${meetingId}`, {
		headers: { authorization: `Bearer ${by}` },
	} as unknown as string[]);
	sockets.push(socket);
	return new Promise((resolve) => {
		socket.onclose = ({ code }) => resolve(code);
		socket.onmessage = ({ data }) => String(data).includes('"ready"') && resolve(null);
	});
}

/** Opens an event stream; returns the response. */
async function openStream(meetingId: string, by: string): Promise<Response> {
	const stream = new AbortController();
	streams.push(stream);
	const headers = { authorization: `Bearer ${by}`, accept: "text/event-stream" };
	return fetch(`${url}/transcription/live?meetingId=${meetingId}`, { headers, signal: stream.signal });
}

test("guests of one link who open all they can leave room for other meetings, organizations and requests", async () => {
	const [crowded, elsewhere] = [await workspaceOf("Crowded"), await workspaceOf("Elsewhere")];
	const [meeting, neighbour, other] = [await meetingIn(crowded), await meetingIn(crowded), await meetingIn(elsewhere)];
	const guests = await Promise.all(Array.from({ length: 30 }, () => guestIn(meeting)));

	const ofOne = [];
	for (let n = 0; n < OF_CALLER + 2; n++) ofOne.push(await openSocket(meeting.id, guests[0] ?? ""));
	const codes = [];
	for (const guest of guests.slice(1))
		codes.push(...(await Promise.all(Array.from({ length: OF_CALLER }, () => openSocket(meeting.id, guest)))));
	const stream = await openStream(meeting.id, guests[29] ?? "");
	const refusal = await stream.json();

	expect(ofOne).toEqual([null, null, null, null, 4429, 4429]);
	expect(codes.filter((code) => code === null)).toHaveLength(OF_MEETING - OF_CALLER);
	expect(new Set(codes)).toEqual(new Set([null, 4429]));
	expect([stream.status, refusal.error.code, refusal.error.retryable]).toEqual([429, "rate_limited", true]);
	expect(refusal.error.meta).toEqual({ of: "meeting", limit: OF_MEETING });
	expect(stream.headers.get("retry-after")).toBe("30");
	expect(await openSocket(neighbour.id, await guestIn(neighbour))).toBeNull();
	expect(await openSocket(other.id, await guestIn(other))).toBeNull();
	expect((await openStream(other.id, await guestIn(other))).status).toBe(200);
	expect((await fetch(`${url}/orgs`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);

	for (const socket of sockets.splice(0, 20)) socket.close();
	// As soon as the server has seen that they are gone.
	while ((await openSocket(meeting.id, await guestIn(meeting))) !== null) await Bun.sleep(20);
	expect(server.output()).not.toMatch(/connections wait|EMFILE|"level":"error"/);
}, 120_000);

test("whoever takes all they can, the next one finds some; and what is given back is there for all", () => {
	const shares = createConnectionShares(1_000, false);
	const takeAll = (orgId: string, meetingId: string | null): (() => void)[] => {
		const taken: (() => void)[] = [];
		for (;;)
			try {
				taken.push(shares.take({ caller: orgId, orgId, meetingId }));
			} catch {
				return taken;
			}
	};

	const first = takeAll("a", "one");
	const [same, streams, second, third] = [
		takeAll("a", "two"),
		takeAll("a", null),
		takeAll("b", "x"),
		takeAll("c", "y"),
	];

	expect([first, same, streams, second, third].map(({ length }) => length)).toEqual([562, 141, 47, 140, 61]);
	for (const giveBack of [...first, ...same, ...streams, ...second, ...third]) {
		giveBack();
		giveBack();
	}
	expect(takeAll("d", "z")).toHaveLength(562);
});
