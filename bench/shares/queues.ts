import type { Mailbox } from "#tests/support/mailbox";
import type { TestReceiver } from "#tests/support/receiver";
import { done, PASSWORD, type Person } from "#tests/support/school";

/** A running program. */
interface Installation {
	readonly base: string;
	/** URL of the receiver of webhooks, without its path. */
	readonly receiverUrl: string;
}

/** What the program sends to, beside it. */
interface Observed extends Installation {
	readonly mailbox: Mailbox;
	readonly receiver: TestReceiver;
}

/** Does a thing once, and returns how long that took, in ms. */
type Once = () => Promise<number>;

/** Something that tenants share. */
export interface SharedQueue {
	/** How often the flood is done at once, over and over. */
	readonly width: number;
	/** Prepares the organization that does the ordinary thing, and returns what does it. */
	readonly prepare: (installation: Observed, by: Person) => Promise<Once>;
	/** Prepares the organization that floods. */
	readonly flood: (installation: Installation, by: Person) => Promise<Once>;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const startedMs = performance.now();
	await work();
	return performance.now() - startedMs;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
	while (!(await isSo())) await Bun.sleep(5);
}

const newAddress = (): string => `${crypto.randomUUID()}@people.example`;

async function workspaceOf(base: string, { orgId, token }: Person): Promise<string> {
	return (await done(base, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Shares" } })).id;
}

async function meetingIn(base: string, { token }: Person, workspaceId: string): Promise<string> {
	const body = { title: "Shares" };
	return (await done(base, "POST", `/workspaces/${workspaceId}/meetings`, { token, body })).meeting.id;
}

/** Imports a subtitle file with these lines. */
async function say(base: string, { token }: Person, meetingId: string, lines: readonly string[]): Promise<void> {
	const at = (second: number) => new Date(second * 1_000).toISOString().slice(11, 23);
	const cues = lines.map((line, n) => `${at(n)} --> ${at(n + 1)}\n${line}\n`);
	const headers = { authorization: `Bearer ${token}`, "content-type": "text/vtt" };
	const path = `${base}/meetings/${meetingId}/transcripts?consentStatement=All+agreed.`;
	const response = await fetch(path, { method: "PUT", headers, body: `WEBVTT\n\n${cues.join("\n")}` });
	if (!response.ok) throw new Error(`an import was answered ${response.status}: ${await response.text()}`);
}

/** Signs in from a network of its own. */
const signIn = (network: string): SharedQueue["flood"] => {
	let host = 0;
	return async ({ base }, { email, orgId }) =>
		() =>
			timed(async () => {
				const headers = {
					"content-type": "application/json",
					"x-forwarded-for": `${network}${host++ % 8}`,
				};
				const body = JSON.stringify({ email, password: PASSWORD, orgId });
				const response = await fetch(`${base}/auth/login`, { method: "POST", headers, body });
				await response.arrayBuffer();
			});
};

/** Changes something, again and again. */
async function change({ base }: Installation, by: Person): Promise<Once> {
	const id = await workspaceOf(base, by);
	const body = () => ({ description: crypto.randomUUID() });
	return () => timed(() => done(base, "PATCH", `/workspaces/${id}`, { token: by.token, body: body() }));
}

/** Has archives made. */
async function exportAll({ base }: Installation, { orgId, token }: Person): Promise<Once> {
	const path = `/orgs/${orgId}/privacy/exports`;
	return () =>
		timed(async () => {
			const { id } = await done(base, "POST", path, { token, body: { subject: "organization" } });
			await until(async () => (await done(base, "GET", `${path}/${id}`, { token })).state === "ready");
		});
}

/** Ends meetings, until everybody in them has left. */
async function end({ base }: Installation, by: Person): Promise<Once> {
	const { token } = by;
	const workspaceId = await workspaceOf(base, by);
	return async () => {
		const id = await meetingIn(base, by, workspaceId);
		const mine = await done(base, "POST", `/meetings/${id}/join`, { token, body: {} });
		const path = `/meetings/${id}/participants/${(mine.participant ?? mine).id}`;
		return timed(async () => {
			await done(base, "POST", `/meetings/${id}/end`, { token, body: {} });
			await until(async () => (await done(base, "GET", path, { token })).state === "left");
		});
	};
}

/** What tenants share, with the ordinary thing that an organization does there. */
export const QUEUES: Readonly<Record<string, SharedQueue>> = {
	changes: { width: 100, prepare: change, flood: change },
	"reads beside imports of 10 MB": {
		width: 2,
		prepare:
			async ({ base }, { orgId, token }) =>
			() =>
				timed(() => done(base, "GET", `/orgs/${orgId}`, { token })),
		async flood({ base }, by) {
			const id = await workspaceOf(base, by);
			const lines = Array.from({ length: 20_000 }, (_, n) => `${n} ${"light bends in a prism ".repeat(18)}`);
			return () => timed(async () => say(base, by, await meetingIn(base, by, id), lines));
		},
	},
	invitations: {
		width: 32,
		prepare:
			async ({ base, mailbox }, { orgId, token }) =>
			() =>
				timed(async () => {
					const email = newAddress();
					await done(base, "POST", `/orgs/${orgId}/invitations`, { token, body: { email, role: "member" } });
					await mailbox.next(email);
				}),
		async flood({ base }, { orgId, token }) {
			const body = () => ({ email: newAddress(), role: "member" });
			return () => timed(() => done(base, "POST", `/orgs/${orgId}/invitations`, { token, body: body() }));
		},
	},
	"sign-ins": { width: 40, prepare: signIn("198.51.100."), flood: signIn("203.0.113.") },
	"privacy exports": { width: 6, prepare: exportAll, flood: exportAll },
	"ends of meetings": { width: 12, prepare: end, flood: end },
	"transcript index": {
		width: 4,
		async prepare({ base }, by) {
			const { token } = by;
			const workspaceId = await workspaceOf(base, by);
			return async () => {
				const id = await meetingIn(base, by, workspaceId);
				const word = crypto.randomUUID().replaceAll("-", "");
				return timed(async () => {
					await say(base, by, id, [word]);
					const path = `/transcripts/search?q=${word}`;
					await until(async () => (await done(base, "GET", path, { token })).length > 0);
				});
			};
		},
		async flood({ base }, by) {
			const id = await workspaceOf(base, by);
			const lines = Array.from({ length: 3_000 }, (_, n) => `light bends in a prism ${n}`);
			return () => timed(async () => say(base, by, await meetingIn(base, by, id), lines));
		},
	},
	webhooks: {
		width: 16,
		async prepare({ base, receiver, receiverUrl }, { orgId, token }) {
			const path = `/${orgId}`;
			const body = { url: receiverUrl + path, eventTypes: ["org.updated"] };
			await done(base, "POST", `/orgs/${orgId}/webhooks`, { token, body });
			return () =>
				timed(async () => {
					const { length } = receiver.at(path);
					await done(base, "PUT", `/orgs/${orgId}`, { token, body: { name: `School ${crypto.randomUUID()}` } });
					await receiver.got(length + 1, path);
				});
		},
		async flood({ base, receiverUrl }, { orgId, token }) {
			for (let n = 0; n < 20; n++) {
				const body = { url: `${receiverUrl}/${orgId}`, eventTypes: ["org.updated"] };
				await done(base, "POST", `/orgs/${orgId}/webhooks`, { token, body });
			}
			const body = () => ({ name: `School ${crypto.randomUUID()}` });
			return () => timed(() => done(base, "PUT", `/orgs/${orgId}`, { token, body: body() }));
		},
	},
};
