import type { Caller } from "./client.ts";
import { guestsOf, type OpenMeeting } from "./guests.ts";
import type { Harness, SignedIn } from "./harness.ts";
import { type IceServer, TurnClient } from "./turn-client.ts";

/** Variables of a server with a relay on a free port of this machine. */
export const RELAY_ENV = { TURN_PORT: "0", TURN_HOST: "127.0.0.1", PUBLIC_URL: "http://127.0.0.1:3000" };

/** Participants of meetings who use the relay, for tests. @param authority certificate of its authority, PEM */
export function relayedOf(api: Harness, authority?: string) {
	const guests = guestsOf(api);

	/** Returns the servers that somebody gets with a ticket. */
	async function serversOf(by: Caller, { id: meetingId }: Pick<OpenMeeting, "id">): Promise<IceServer[]> {
		const made = await by.post("/transcription/live/tickets", { meetingId });
		if (made.status !== 201) throw new Error(`no ticket: ${made.text}`);
		return made.body.data.iceServers;
	}

	async function serverOf(by: Caller, meeting: Pick<OpenMeeting, "id">): Promise<IceServer> {
		const [server] = await serversOf(by, meeting);
		if (!server) throw new Error("there is no relay");
		return server;
	}

	/** Connects and allocates as somebody who is in the room. */
	const allocate = async (by: Caller, meeting: Pick<OpenMeeting, "id">): Promise<TurnClient> =>
		TurnClient.allocated(await serverOf(by, meeting), authority);

	return {
		...guests,
		serversOf,
		serverOf,
		allocate,
		connect: (server: IceServer): Promise<TurnClient> => TurnClient.connect(server.urls[0] ?? "", authority),

		/** Opens a meeting with its host and a guest in it, both with an allocation. */
		async room(owner: SignedIn) {
			const meeting = await guests.openMeeting(owner);
			const { id: hostId } = await guests.join(owner, meeting);
			const guest = await guests.guestIn(meeting);
			const [host, other] = await Promise.all([allocate(owner, meeting), allocate(guest, meeting)]);
			return { meeting, hostId, guest, host, other };
		},
	};
}
