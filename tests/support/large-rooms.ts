import { readdirSync, readFileSync } from "node:fs";
import type { OrgCaller } from "./client.ts";
import type { Crowd } from "./forwarded-people.ts";
import { type Guest, guestsOf } from "./guests.ts";
import { useHarness } from "./harness.ts";
import { type LiveSocket, openSocket } from "./live.ts";
import { until } from "./until.ts";

/** Somebody in a large room. */
export interface RoomPerson {
	readonly id: string;
	readonly index: number;
	readonly socket: LiveSocket;
	/** Null: the host. */
	readonly guest: Guest | null;
}

/** Opens an application with a media worker, and rooms in it. @param env more variables */
export async function useLargeRooms(env: Readonly<Record<string, string>> = {}) {
	const variables = {
		MEDIA_WORKER: "on",
		MEDIA_PORT: "0",
		MEDIA_HOST: "127.0.0.1",
		PUBLIC_URL: "http://127.0.0.1:3000",
	};
	const api = await useHarness({ isServed: true, env: { ...variables, ...env } });
	const guests = guestsOf(api);
	const sockets: LiveSocket[] = [];

	/** Opens a meeting whose host and guests are connected. */
	async function openRoom(people: number, body: Record<string, unknown> = {}, by?: OrgCaller) {
		const owner = by ?? (await api.createOrganization());
		const meeting = await guests.openMeeting(owner, body);
		const present: RoomPerson[] = [];
		const connected = new Set<string>();

		async function enter(id: string, token: string, guest: Guest | null): Promise<RoomPerson> {
			const socket = await openSocket(api.url, { meetingId: meeting.id, token, ignores: ["consents"] });
			sockets.push(socket);
			await socket.next("room");
			const person = { id, index: present.length, socket, guest };
			present.push(person);
			return person;
		}

		async function come(): Promise<RoomPerson> {
			const guest = await guests.guestIn(meeting, `Guest ${present.length}`);
			return enter(guest.id, guest.token, guest);
		}

		const host = await enter((await guests.join(owner, meeting)).id, owner.token, null);
		for (let n = 1; n < people; n++) await come();
		return {
			owner,
			meeting,
			host,
			/** All of them, the host first. */
			people: present as readonly RoomPerson[],
			come,

			/** Has the host connect again. */
			return: async (): Promise<RoomPerson> => {
				present.shift();
				const back = await enter(host.id, owner.token, null);
				return back;
			},

			/** Connects those to the media worker who are not yet. */
			async connect(crowd: Crowd): Promise<void> {
				const others = present.filter(({ id }) => !connected.has(id));
				await Promise.all(others.map(({ id, index, socket }) => crowd.connect(id, index, socket)));
				for (const { id } of others) connected.add(id);
			},

			/** Waits until everybody knows that sound and pictures go this way. */
			told: (via: "mesh" | "worker") => until(() => present.every(({ socket }) => wayOf(socket)?.via === via)),
		};
	}

	return {
		api,
		...guests,
		openRoom,
		/** Everybody leaves; for `afterEach`. */
		clear(): void {
			for (const socket of sockets.splice(0)) socket.close();
		},
	};
}

/** Returns what somebody was told last of how sound and pictures go. */
export function wayOf({ frames }: LiveSocket): { readonly via: string; readonly throughServer: boolean } | undefined {
	const last = frames.findLast(({ type }) => type === "media" || type === "room");
	return last?.type === "room" ? last.media : (last as ReturnType<typeof wayOf>);
}

/** Returns the ids of the media workers that this process has started. */
export const workerPids = (): readonly number[] =>
	readdirSync("/proc").flatMap((name) => {
		const pid = Number(name);
		if (!Number.isInteger(pid)) return [];
		try {
			const isOurs = Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]) === process.pid;
			return isOurs && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("media-worker") ? [pid] : [];
		} catch {
			// It has ended meanwhile.
			return [];
		}
	});
