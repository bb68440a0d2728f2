import { randomBytes, randomInt } from "node:crypto";
import type { Clock, SteadyMs } from "#kernel/clock";
import type { Logger } from "#kernel/logger";
import type { DropReason, RelayAuthority, RelayClaim, RelayFigures } from "#modules/meetings/relay";
import { ADDRESSES, Allocation, addressOf } from "./allocation.ts";
import { CHANNEL_HEAD_BYTES } from "./frames.ts";
import { MediaLink } from "./media-link.ts";
import { type Address, ATTRIBUTE, encode, encodeAddress, KIND, METHOD, paddingOf } from "./message.ts";
import type { Outbox } from "./outbox.ts";
import { Shares } from "./shares.ts";

/** Of as many numbers, half are never in use: a free one is found at once. */
const MAX_ALLOCATIONS = ADDRESSES / 2;

interface ExchangeDeps {
	readonly authority: RelayAuthority;
	readonly figures: RelayFigures;
	readonly clock: Clock;
	readonly steadyMs: SteadyMs;
	readonly log: Pick<Logger, "warn">;
	readonly bytesPerSecond: number;
}

/** What the connections of a relay share: all allocations, and the way from one to another. */
export class Exchange {
	readonly authority: RelayAuthority;
	readonly figures: RelayFigures;
	readonly clock: Clock;
	readonly steadyMs: SteadyMs;
	readonly log: Pick<Logger, "warn">;
	readonly #shares: Shares;
	readonly #allocations = new Map<number, Allocation>();
	/** Outboxes to which something was added in this turn. */
	readonly #touched = new Set<Outbox>();

	constructor({ authority, figures, clock, steadyMs, log, bytesPerSecond }: ExchangeDeps) {
		this.authority = authority;
		this.figures = figures;
		this.clock = clock;
		this.steadyMs = steadyMs;
		this.log = log;
		this.#shares = new Shares(bytesPerSecond);
	}

	/** Makes an allocation; null: there are too many. */
	allocate(claim: RelayClaim, parts: Pick<Allocation, "outbox" | "requestId" | "release">): Allocation | null {
		if (this.#allocations.size >= MAX_ALLOCATIONS) return null;
		let address = addressOf(randomInt(1, ADDRESSES - 1));
		while (this.#allocations.has(address.ip)) address = addressOf(randomInt(1, ADDRESSES - 1));
		const nowMs = this.steadyMs();
		const purse = this.#shares.open(claim, nowMs);
		const isMedia = ({ ip, port }: Address): boolean => this.authority.isMediaWorker(claim, textOf(ip), port);
		const allocation = new Allocation({ ...parts, claim, address, purse, isMedia, nowMs });
		this.#allocations.set(address.ip, allocation);
		this.figures.allocations++;
		return allocation;
	}

	/** Ends an allocation. */
	free(allocation: Allocation): void {
		const { ip } = allocation.address;
		// A second call must not end the one that has the address by now.
		if (this.#allocations.get(ip) !== allocation) return;
		this.#allocations.delete(ip);
		this.figures.allocations--;
		allocation.closeLinks(true);
		allocation.purse.close();
		allocation.release();
	}

	/** Passes a packet on that came by Send. */
	pass(from: Allocation, ip: number, data: Buffer): void {
		if (this.#passToMedia(from, ip, data)) return;
		const to = this.#reached(from, ip);
		if (to) this.#give(to, from.address, data);
	}

	/** Passes a packet on that came on a channel. @param frame whole, with its padding; it becomes that of the receiver */
	passFrame(from: Allocation, frame: Buffer): void {
		const ip = from.peerOf(frame.readUInt16BE(0));
		const bytes = frame.readUInt16BE(2);
		const data = frame.subarray(CHANNEL_HEAD_BYTES, CHANNEL_HEAD_BYTES + bytes);
		if (this.#passToMedia(from, ip, data)) return;
		const to = this.#reached(from, ip);
		if (!to) return;
		const channel = to.channelFrom(from.address);
		if (channel === undefined) {
			this.#indicate(from.address, to, data);
			return;
		}
		frame.writeUInt16BE(channel, 0);
		this.#deliver(to, frame, bytes);
	}

	/** Counts a packet that is not passed on. */
	drop(reason: DropReason): void {
		this.figures.dropped[reason]++;
	}

	/** Adds to what is written at the end of this turn. */
	send(outbox: Outbox, bytes: Buffer): boolean {
		this.#touched.add(outbox);
		return outbox.add(bytes);
	}

	/** Writes what was added in this turn. */
	flush(): void {
		for (const outbox of this.#touched) outbox.flush();
		this.#touched.clear();
	}

	/** To be called once a second. */
	divideShares(): void {
		this.#shares.divide();
	}

	/** Passes a packet to the media worker if that is where it goes; false: it is not. */
	#passToMedia(from: Allocation, ip: number, data: Buffer): boolean {
		const address = from.mediaAt(ip, this.steadyMs());
		if (address === null) return false;
		let link = from.links.get(ip);
		if (!link) {
			link = new MediaLink(address.port, (packet) => this.#takeOfMedia(from, address, packet));
			from.links.set(ip, link);
		}
		link.send(data);
		this.figures.packets++;
		this.figures.bytes += data.length;
		return true;
	}

	/** Gives a client what the media worker sends it, of what the client may send itself. */
	#takeOfMedia(to: Allocation, address: Address, data: Buffer): void {
		const nowMs = this.steadyMs();
		if (to.mediaAt(address.ip, nowMs) === null) return void this.drop("unreachable");
		if (!to.purse.take(data.length, nowMs)) return void this.drop("limit");
		this.#give(to, address, data);
		this.flush();
	}

	/** Gives a client a packet that comes from an address. */
	#give(to: Allocation, from: Address, data: Buffer): void {
		const channel = to.channelFrom(from);
		if (channel === undefined) {
			this.#indicate(from, to, data);
			return;
		}
		const frame = Buffer.alloc(CHANNEL_HEAD_BYTES + data.length + paddingOf(data.length));
		frame.writeUInt16BE(channel, 0);
		frame.writeUInt16BE(data.length, 2);
		data.copy(frame, CHANNEL_HEAD_BYTES);
		this.#deliver(to, frame, data.length);
	}

	/** Returns the allocation at an address if it can be reached. */
	#reached(from: Allocation, ip: number): Allocation | undefined {
		const to = this.#allocations.get(ip);
		if (to && from.reaches(to, this.steadyMs())) return to;
		this.drop("unreachable");
		return undefined;
	}

	#indicate(from: Address, to: Allocation, data: Buffer): void {
		const head = { method: METHOD.data, kind: KIND.indication, id: randomBytes(12) };
		const peer = encodeAddress(from);
		const attributes = [[ATTRIBUTE.peer, peer] as const, [ATTRIBUTE.data, data] as const];
		this.#deliver(to, encode(head, attributes, null), data.length);
	}

	#deliver(to: Allocation, bytes: Buffer, dataBytes: number): void {
		if (!this.send(to.outbox, bytes)) {
			this.drop("slow_receiver");
			return;
		}
		this.figures.packets++;
		this.figures.bytes += dataBytes;
	}
}

/** Writes an address of IPv4. */
const textOf = (ip: number): string => [24, 16, 8, 0].map((shift) => (ip >>> shift) & 255).join(".");
