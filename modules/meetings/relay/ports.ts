import type { ReadDb } from "#db/store";
import type { Principal } from "#kernel/principal";
import type { MediaForwarder } from "#modules/meetings/forwarding";

/** The part in a meeting for which credentials of the relay were issued. */
export interface RelayClaim {
	readonly orgId: string;
	readonly meetingId: string;
	readonly participantId: string;
	/** The session in which they were issued; null: the participant has none. */
	readonly sessionId: string | null;
	/** When the credentials end, Unix ms. */
	readonly endsAtMs: number;
}

/** Decides who may use the relay. */
export interface RelayAuthority {
	/** Returns what a user name claims, which only its password proves; null: it is none of ours, or its time is over. */
	claimOf(username: string): RelayClaim | null;
	/** Returns the passwords that a user name may have: several while the key is replaced. */
	passwordsOf(username: string): readonly string[];
	/**
	 * Admits a participant whose password was right.
	 * @param onEnd called when they may no longer use the relay, once at most
	 * @returns gives their place back
	 * @throws AppError
	 */
	admit(claim: RelayClaim, onEnd: () => void): Promise<() => void>;
	/** Whether an address is that of the media worker, at its port, and the meeting goes through it now. */
	isMediaWorker(claim: RelayClaim, address: string, port: number): boolean;
}

/** Why a packet was not passed on: `unreachable`: its addressee is none, of another meeting, or has not permitted it. */
export type DropReason = "unreachable" | "limit" | "slow_receiver";

/** What is counted for the operators. */
export interface RelayFigures {
	connections: number;
	allocations: number;
	packets: number;
	bytes: number;
	/** Refused requests, and connections that spoke something else. */
	refused: number;
	readonly dropped: Record<DropReason, number>;
}

/** A relay of sound and pictures between the participants of a meeting; adapters/turn implements it. */
export interface MediaRelay {
	readonly figures: Readonly<RelayFigures>;
	/** Port it listens on; null: it does not. */
	readonly port: number | null;
	/** Opens the port. @throws AppError that says which variable to change */
	listen(authority: RelayAuthority): void;
	/** Closes the port and all connections; a second call does nothing. */
	close(): void;
}

/** Where a browser finds the relay, as the operator has configured it. */
export interface RelayOptions {
	/** The relay of this process; null: there is none, or another instance has it. */
	readonly relay: MediaRelay | null;
	/** URLs of the relay; empty: the port of this process at the host of `PUBLIC_URL`. */
	readonly urls: readonly string[];
	readonly isTls: boolean;
	/** Keys of its credentials; the first one signs. */
	readonly keys: readonly Uint8Array[];
	/** The media worker of this process; null: there is none. */
	readonly forwarder: Pick<MediaForwarder, "isReachedAt"> | null;
	/** Servers of the operator. */
	readonly others: readonly OtherIceServer[];
}

/** A STUN or TURN server of the operator. */
export interface OtherIceServer {
	readonly urls: readonly string[];
	/** Fixed credentials, or a secret for those of each participant; null: it needs none. */
	readonly access: { readonly username: string; readonly credential: string } | { readonly secret: string } | null;
}

/** Access to people's current rights; modules/identity/principals implements it. */
export interface People {
	/** Returns the member of an organization with this account; null: none, or one who may not sign in. */
	standingOf(db: ReadDb, orgId: string, userId: string): Promise<Principal | null>;
	/** Whether a session was neither signed out nor revoked. */
	isSignedIn(sessionId: string): Promise<boolean>;
}
