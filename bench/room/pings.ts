import { openSocket } from "#tests/support/live";
import { done, foundSchool, type Person } from "#tests/support/school";
import { withFolder } from "../support/folder.ts";
import { SOURCES, settingsFor, urlIn } from "../support/program.ts";
import { figures } from "../support/report.ts";
import { startProgram } from "../support/server.ts";

/** What the server does once all are connected, and settles, in ms. */
const SETTLE_MS = 4_000;
const MEASURED_S = 15;
/** Rounds of each, in turn. */
const ROUNDS = 3;

/** Measures what it costs to know that hosts are there: the same connections, watched and not. */
export async function measurePings(hosts: number): Promise<void> {
	await withFolder(async (folder) => {
		const settings = { ...settingsFor(folder), RATE_LIMITS: "off" };
		const server = await startProgram("parley", [...SOURCES, "serve"], settings, (output) => {
			const base = urlIn(output);
			return base === undefined ? undefined : { base };
		});
		try {
			const { base = "" } = server.ready;
			const owner = await foundSchool(base);
			const meetings = await openRooms(base, owner, hosts);
			const { token } = owner;
			const sockets = await Promise.all(meetings.map((meetingId) => openSocket(base, { meetingId, token })));
			await Promise.all(sockets.map((socket) => socket.next("room")));
			const watch = async (action: "hold" | "continue") => {
				const body = { whenUnattended: { action, graceSeconds: 300 } };
				for (const id of meetings) await done(base, "PATCH", `/meetings/${id}`, { token, body });
				await Bun.sleep(SETTLE_MS);
				const before = server.cpuMs();
				await Bun.sleep(MEASURED_S * 1_000);
				return (server.cpuMs() - before) / MEASURED_S;
			};
			const watched: number[] = [];
			const not: number[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				not.push(await watch("continue"));
				watched.push(await watch("hold"));
			}
			const [most, least] = [Math.min(...watched), Math.min(...not)];
			figures("room pings", {
				hosts,
				not_watched_ms_per_s: least,
				watched_ms_per_s: most,
				micros_per_host_and_second: ((most - least) * 1_000) / hosts,
			});
			for (const socket of sockets) socket.close();
		} finally {
			await server.kill();
		}
	});
}

/** Starts meetings that the owner has joined. */
async function openRooms(base: string, { orgId, token }: Person, count: number): Promise<string[]> {
	const workspace = await done(base, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Live" } });
	const ids: string[] = [];
	for (let n = 0; n < count; n++) {
		const body = { title: "Live", access: "link" };
		const { meeting } = await done(base, "POST", `/workspaces/${workspace.id}/meetings`, { token, body });
		await done(base, "POST", `/meetings/${meeting.id}/join`, { token, body: {} });
		ids.push(meeting.id);
	}
	return ids;
}
