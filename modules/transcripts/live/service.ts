import { AppError } from "#kernel/errors";
import { chooseLocale, type Locale } from "#kernel/languages";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import type { Socket, SocketHandler } from "#kernel/sockets";
import type { LiveAccessModule } from "#modules/meetings/live-access";
import { findMeeting, type LiveAccess, meetingOrg } from "#modules/meetings/meetings";
import { findOwnParticipant } from "#modules/meetings/participants";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { createAdmission, LiveRole } from "./admission.ts";
import { closeCodeOf } from "./close-codes.ts";
import { noCredentials, otherMeeting } from "./errors.ts";
import { errorFrame } from "./frames.ts";
import type { Lobby } from "./lobby.ts";
import { LobbySocket } from "./lobby-socket.ts";
import type { Identities } from "./ports.ts";
import { CLOSE_MS, LiveSocket, type LiveSocketDeps } from "./socket.ts";
import type { Wishes } from "./socket-reader.ts";
import { LiveStream, type LiveStreamDeps } from "./stream.ts";
import type { Throttle } from "./throttle.ts";

/** How somebody asks for a connection. */
export interface Knock {
	readonly meetingId: string;
	readonly role: LiveRole;
	/** Null: they sent an access token. */
	readonly ticket: string | null;
	/** Who sent the token; null: nobody did. */
	readonly principal: Principal | null;
	/** Why their token was refused; null: it was not. */
	readonly refusal: AppError | null;
	readonly ip: string | null;
	/** Languages of the reader, in the order of preference. */
	readonly languages: readonly string[];
}

const localeOf = ({ languages }: Knock, principal: Principal | null): Locale =>
	chooseLocale([...languages, principal?.locale]);

export interface LiveServiceDeps extends Pick<Core, "store"> {
	readonly throttle: Throttle;
	readonly identities: Identities;
	/** The way into live meetings. */
	readonly access: Pick<LiveAccessModule, "accessFor" | "spendTicket">;
	readonly admission: ReturnType<typeof createAdmission>;
	readonly lobby: Lobby;
	readonly socketDeps: LiveSocketDeps;
	readonly streamDeps: LiveStreamDeps;
}

export type LiveService = ReturnType<typeof createLiveService>;

/** A socket that was refused: told why, and closed. */
class RefusedSocket implements SocketHandler {
	readonly #error: AppError;
	readonly #locale: Locale;

	constructor(error: AppError, locale: Locale) {
		this.#error = error;
		this.#locale = locale;
	}

	opened(socket: Socket): void {
		socket.send(JSON.stringify(errorFrame(this.#error, this.#locale)));
		socket.close(closeCodeOf(this.#error), this.#error.code);
		// One that does not answer the close keeps its connection, as long as it can.
		setTimeout(() => socket.terminate(), CLOSE_MS).unref();
	}

	received(): void {}
	drained(): void {}
	closed(): void {}
}

/** Creates the service of live connections. */
export function createLiveService(deps: LiveServiceDeps) {
	const { store, throttle, identities, access, admission, lobby, socketDeps } = deps;

	/** Returns what identifies the caller. @throws `unauthenticated` `token_expired` `not_found` `rate_limited` */
	async function identityOf({ ticket, principal, refusal, meetingId }: Knock): Promise<string> {
		if (ticket !== null) {
			const spent = await access.spendTicket(ticket);
			if (spent.meetingId !== meetingId) throw otherMeeting();
			return spent.caller;
		}
		if (principal === null) throw refusal ?? noCredentials();
		await throttle(principal);
		return identities.identify(principal);
	}

	const admit = ({ ip, meetingId, role }: Knock, identity: string) => admission.admit(identity, ip, meetingId, role);

	/** Returns the socket of a caller: of the meeting, or of its lobby. @throws the errors of {@link createAdmission} */
	async function connect(knock: Knock, identity: string): Promise<SocketHandler> {
		const enter = async (): Promise<SocketHandler> => {
			const admitted = await admit(knock, identity);
			return new LiveSocket(admitted, localeOf(knock, admitted.caller.standing.principal), socketDeps);
		};
		try {
			return await enter();
		} catch (error) {
			// The meeting does not exist for those who wait for it.
			if (!(error instanceof AppError && error.code === "not_found")) throw error;
			const waiting = await lobby.enter(identity, knock.ip, knock.meetingId);
			if (waiting === null) throw error;
			const locale = localeOf(knock, waiting.caller.standing.principal);
			return new LobbySocket(waiting, locale, { ...socketDeps, admit: enter });
		}
	}

	return {
		/**
		 * Makes a ticket for somebody who may enter a meeting, or waits for it.
		 * @throws `not_found` `forbidden` `purged` `rate_limited`
		 */
		async ticket({ principal }: RequestContext, meetingId: string): Promise<LiveAccess> {
			await throttle(principal);
			const orgId = await meetingOrg(store, principal, meetingId);
			await findMeeting(store.db, principal, orgId, meetingId, "enter").catch(async (error: unknown) => {
				if (!(await lobby.holds(principal, orgId, meetingId))) throw error;
			});
			const own = await findOwnParticipant(store.db, principal, orgId, meetingId);
			const organization = await findOrganization(store.db, orgId);
			return access.accessFor(principal, organization, meetingId, own?.state === "admitted" ? own.id : null);
		},

		/** Returns the outcome of a socket's request. One that is refused opens as well: browsers see nothing else of a refusal. */
		async socket(knock: Knock): Promise<SocketHandler> {
			try {
				return await connect(knock, await identityOf(knock));
			} catch (error) {
				if (!(error instanceof AppError)) throw error;
				return new RefusedSocket(error, localeOf(knock, knock.principal));
			}
		},

		/**
		 * Opens an event stream.
		 * @param after the last event that the client has; null: it follows from now on
		 * @returns null when the session is over, and the client has all of it
		 * @throws the errors of {@link createAdmission}
		 */
		async stream(knock: Knock, wishes: Required<Wishes>, after: number | null): Promise<LiveStream | null> {
			const admitted = await admit({ ...knock, role: "subscribe" }, await identityOf(knock));
			const { hub, caller } = admitted;
			const isOver = caller.standing.meeting.state !== "live";
			if (isOver && after !== null && after >= hub.lastSeq) {
				admitted.release();
				return null;
			}
			const locale = localeOf(knock, caller.standing.principal);
			return new LiveStream(admitted, { ...wishes, locale }, after, deps.streamDeps);
		},
	};
}
