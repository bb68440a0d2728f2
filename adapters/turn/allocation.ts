import type { RelayClaim } from "#modules/meetings/relay";
import type { MediaLink } from "./media-link.ts";
import type { Address } from "./message.ts";
import type { Outbox } from "./outbox.ts";
import type { Purse } from "./shares.ts";

/** For how long an allocation lasts unless it is refreshed, in seconds. */
export const LIFETIME_S = 600;
/** The same of a permission, in ms. */
const PERMISSION_MS = 300_000;
/** Permissions and channels of an allocation, at most. */
const MAX_PEERS = 256;
const CHANNELS = { first: 0x4000, last: 0x4fff } as const;

/**
 * Relayed addresses: one of 198.18.0.0/15, which is reserved for benchmarks (RFC 2544) and routed nowhere, for each
 * allocation. They are numbers in this process; nothing is sent to or from them. A permission is for an address whatever its
 * port, so each allocation has one of its own.
 */
const NET = 0xc6120000;
/** Number of addresses. */
export const ADDRESSES = 2 ** 17;
/** Port of all of them: browsers refuse candidates with lower ones. */
const PORT = 49_152;
/** Where everything leads that is no relayed address: nowhere. */
const ELSEWHERE = 0;

/** Returns a relayed address by its number. */
export const addressOf = (number: number): Address => ({ ip: NET + number, port: PORT });

const isRelayed = ({ ip }: Address): boolean => ip >= NET && ip < NET + ADDRESSES;

/** Whether a number can be that of a channel. */
export const isChannel = (number: number): boolean => number >= CHANNELS.first && number <= CHANNELS.last;

/** What an allocation is made of. */
interface AllocationParts {
	readonly address: Address;
	readonly claim: RelayClaim;
	/** Id of the request for it. */
	readonly requestId: Buffer;
	readonly outbox: Outbox;
	readonly purse: Purse;
	/** Gives the place of the participant back. */
	readonly release: () => void;
	/** Whether an address is that of the media worker, and the meeting goes through it now. */
	readonly isMedia: (address: Address) => boolean;
	readonly nowMs: number;
}

/** The address of a participant at the relay, and whom it reaches. */
export class Allocation {
	readonly address: Address;
	readonly claim: RelayClaim;
	readonly requestId: Buffer;
	readonly outbox: Outbox;
	readonly purse: Purse;
	readonly release: () => void;
	/** Ways to the media worker, by its address. */
	readonly links = new Map<number, MediaLink>();
	readonly #isMedia: (address: Address) => boolean;
	/** When its credentials end, Unix ms. */
	credentialsEndAtMs: number;
	/** When it ends unless it is refreshed, in ms of the steady clock. */
	expiresAtMs = 0;
	/** Until when it exchanges packets with others, in ms of the steady clock, by their addresses. */
	readonly #permitted = new Map<number, number>();
	readonly #peers = new Map<number, number>();
	readonly #channels = new Map<number, number>();
	#mediaPort = 0;

	constructor({ address, claim, requestId, outbox, purse, release, isMedia, nowMs }: AllocationParts) {
		this.address = address;
		this.claim = claim;
		// The memory of a received message is not ours to keep.
		this.requestId = Buffer.from(requestId);
		this.outbox = outbox;
		this.purse = purse;
		this.release = release;
		this.#isMedia = isMedia;
		this.credentialsEndAtMs = claim.endsAtMs;
		this.refresh(claim.endsAtMs, nowMs);
	}

	/** Returns the address that is meant by one of a client: relayed, or the media worker's. {@link ELSEWHERE}: none. */
	ipOf(address: Address | null): number {
		if (address === null) return ELSEWHERE;
		if (isRelayed(address)) return address.ip;
		if (!this.#isMedia(address)) return ELSEWHERE;
		this.#mediaPort = address.port;
		return address.ip;
	}

	/** Returns the address of the media worker if it is meant, permitted, and the meeting goes through it; null: it is not. */
	mediaAt(ip: number, nowMs: number): Address | null {
		const address = { ip, port: this.#mediaPort };
		const isMeant = ip !== ELSEWHERE && !isRelayed(address) && (this.#permitted.get(ip) ?? 0) > nowMs;
		return isMeant && this.#isMedia(address) ? address : null;
	}

	/** Closes the ways to the media worker that lead nowhere any more. */
	closeLinks(isOver: boolean): void {
		for (const [ip, link] of this.links) {
			if (!isOver && this.#isMedia({ ip, port: this.#mediaPort })) continue;
			this.links.delete(ip);
			link.close();
		}
	}

	/** Lasts longer, by credentials that end then. */
	refresh(credentialsEndAtMs: number, nowMs: number): void {
		this.credentialsEndAtMs = Math.max(this.credentialsEndAtMs, credentialsEndAtMs);
		this.expiresAtMs = nowMs + LIFETIME_S * 1000;
	}

	/** Whether both are of the same meeting, and have permitted each other. */
	reaches(other: Allocation, nowMs: number): boolean {
		const isSameMeeting = this.claim.meetingId === other.claim.meetingId && this.claim.orgId === other.claim.orgId;
		return isSameMeeting && this.#permits(other, nowMs) && other.#permits(this, nowMs);
	}

	#permits({ address }: Allocation, nowMs: number): boolean {
		return (this.#permitted.get(address.ip) ?? 0) > nowMs;
	}

	/**
	 * Permits an address to send. Any other than a relayed one, or the media worker's, is granted, since a browser asks for every candidate of the
	 * other and gives up if one is refused, and leads nowhere.
	 * @returns false: there are too many
	 */
	permit(address: Address | null, nowMs: number): boolean {
		const ip = this.ipOf(address);
		if (ip === ELSEWHERE) return true;
		if (this.#permitted.size >= MAX_PEERS)
			for (const [known, untilMs] of this.#permitted) if (untilMs <= nowMs) this.#permitted.delete(known);
		if (this.#permitted.size >= MAX_PEERS && !this.#permitted.has(ip)) return false;
		this.#permitted.set(ip, nowMs + PERMISSION_MS);
		return true;
	}

	/** Whether a channel can be bound to an address: neither has another already. */
	mayBind(channel: number, address: Address | null): boolean {
		const ip = this.ipOf(address);
		const bound = this.#peers.get(channel);
		return isChannel(channel) && (bound ?? ip) === ip && (this.#channels.get(ip) ?? channel) === channel;
	}

	/** Binds a channel, for as long as the allocation lasts, and permits its address. Returns false: there are too many. */
	bind(channel: number, address: Address | null, nowMs: number): boolean {
		const ip = this.ipOf(address);
		if (this.#peers.size >= MAX_PEERS && !this.#peers.has(channel)) return false;
		if (!this.permit(address, nowMs)) return false;
		this.#peers.set(channel, ip);
		if (ip !== ELSEWHERE) this.#channels.set(ip, channel);
		return true;
	}

	/** Returns the address to which a channel is bound; {@link ELSEWHERE}: none. */
	peerOf(channel: number): number {
		return this.#peers.get(channel) ?? ELSEWHERE;
	}

	/** Returns the channel on which it receives what comes from an address; undefined: none. */
	channelFrom({ ip }: Address): number | undefined {
		return this.#channels.get(ip);
	}
}
