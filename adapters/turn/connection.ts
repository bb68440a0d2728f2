import { randomBytes } from "node:crypto";
import { AppError } from "#kernel/errors";
import type { RelayClaim } from "#modules/meetings/relay";
import { type Allocation, isChannel, LIFETIME_S } from "./allocation.ts";
import type { Exchange } from "./exchange.ts";
import { frameSizeAt } from "./frames.ts";
import {
	ATTRIBUTE,
	type Attribute,
	decode,
	decodeAddress,
	encode,
	encodeAddress,
	KIND,
	keyOf,
	METHOD,
	type Message,
	REALM,
	u16,
	u32,
} from "./message.ts";
import { Outbox } from "./outbox.ts";

/** Messages before there is an allocation: two suffice. */
const MAX_UNPROVEN = 8;
/** Within what time a client allocates, in ms. */
const ALLOCATE_WITHIN_MS = 10_000;
/** For how long a client may read nothing of what waits for it, in ms. */
const MAX_BLOCKED_MS = 30_000;
const UDP = 17;
const IPV4 = 1;
/** What each client is shown as its address, which nothing needs: the dummy address of RFC 7600. */
const MAPPED: Attribute = [ATTRIBUTE.mapped, encodeAddress({ ip: 0xc0000008, port: 9 })];
const LIFETIME: Attribute = [ATTRIBUTE.lifetime, u32(LIFETIME_S)];
const NOTHING = Buffer.alloc(0);

/** The socket of a client. */
interface ClientSocket {
	write(bytes: Buffer): number;
	/** Closes it once what was written has arrived. */
	end(): void;
	/** Closes it at once. */
	terminate(): void;
}

/** Who has signed a request. */
interface Proof {
	readonly claim: RelayClaim;
	readonly key: Buffer;
}

/** One connection of a client, which has one allocation at most. */
export class Connection {
	readonly #socket: ClientSocket;
	readonly #exchange: Exchange;
	readonly #outbox: Outbox;
	/** Made for this connection: what was signed for another is worth nothing here. */
	readonly #nonce = randomBytes(12).toString("hex");
	readonly #openedAtMs: number;
	#rest: Buffer = NOTHING;
	#unproven = 0;
	#isAllocating = false;
	#isClosed = false;
	#allocation: Allocation | null = null;

	constructor(socket: ClientSocket, exchange: Exchange) {
		this.#socket = socket;
		this.#exchange = exchange;
		this.#openedAtMs = exchange.steadyMs();
		this.#outbox = new Outbox((bytes) => socket.write(bytes), exchange.steadyMs);
	}

	/** Whether it has an allocation. */
	get isProven(): boolean {
		return this.#allocation !== null;
	}

	/** Takes what the client has sent. */
	receive(bytes: Buffer): void {
		const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
		let at = 0;
		while (!this.#isClosed) {
			const size = frameSizeAt(all, at, this.isProven);
			if (size === null) return void this.cut();
			if (size === 0 || at + size > all.length) break;
			this.#take(all.subarray(at, at + size));
			at += size;
		}
		// The memory of what was received is not ours to keep.
		this.#rest = this.#isClosed || at === all.length ? NOTHING : Buffer.from(all.subarray(at));
		this.#exchange.flush();
	}

	/** The client can be written to again. */
	drained(): void {
		this.#outbox.drained();
	}

	/** Closes it if it is over, or has been silent for too long; to be called once a second. */
	check(): void {
		const nowMs = this.#exchange.steadyMs();
		const allocation = this.#allocation;
		if (!allocation) {
			if (nowMs - this.#openedAtMs > ALLOCATE_WITHIN_MS) this.cut();
			return;
		}
		allocation.closeLinks(false);
		const isOver = allocation.expiresAtMs <= nowMs || allocation.credentialsEndAtMs <= this.#exchange.clock.nowMs();
		if (isOver || nowMs - (this.#outbox.blockedAtMs ?? nowMs) > MAX_BLOCKED_MS) this.#end();
	}

	/** Closes it, since it does not behave. */
	cut(): void {
		if (!this.#isClosed) this.#exchange.figures.refused++;
		this.#end();
	}

	/** It was closed. */
	closed(): void {
		this.#isClosed = true;
		if (this.#allocation) this.#exchange.free(this.#allocation);
	}

	#end(): void {
		this.closed();
		this.#socket.terminate();
	}

	#take(raw: Buffer): void {
		const allocation = this.#allocation;
		if (!allocation && ++this.#unproven > MAX_UNPROVEN) return void this.cut();
		if (allocation && !allocation.purse.take(raw.length, this.#exchange.steadyMs()))
			return void this.#exchange.drop("limit");
		if (allocation && isChannel(raw.readUInt16BE(0))) return void this.#exchange.passFrame(allocation, raw);
		const message = decode(raw);
		if (!message) return void this.cut();
		if (message.kind === KIND.request) return void this.#answer(message);
		const data = message.attributes.get(ATTRIBUTE.data);
		if (!allocation || message.kind !== KIND.indication || message.method !== METHOD.send || !data) return;
		this.#exchange.pass(allocation, allocation.ipOf(decodeAddress(message.peers[0])), data);
	}

	#answer(message: Message): void {
		const proof = this.#prove(message);
		if (typeof proof === "number") return void this.#challenge(message, proof);
		const { claim, key } = proof;
		const unknown: Attribute = [ATTRIBUTE.unknown, Buffer.concat(message.unknown.map(u16))];
		if (message.unknown.length > 0) return void this.#refuse(message, 420, key, unknown);
		if (message.method === METHOD.allocate) return void this.#allocate(message, proof);
		const allocation = this.#allocation;
		if (!allocation) return void this.#refuse(message, 437, key);
		if (!isSamePart(claim, allocation.claim)) return void this.#refuse(message, 441, key);
		const refusal = this.#change(message, allocation, claim);
		if (refusal !== null) return void this.#refuse(message, refusal, key);
		const isEnd = message.method === METHOD.refresh && isZero(message);
		const lifetime: Attribute = isEnd ? [ATTRIBUTE.lifetime, u32(0)] : LIFETIME;
		this.#succeed(message, key, ...(message.method === METHOD.refresh ? [lifetime] : []));
		if (!isEnd) return;
		this.#exchange.flush();
		this.closed();
		this.#socket.end();
	}

	/** Changes the allocation as a request asks. Returns the code with which it is refused; null: it is not. */
	#change(message: Message, allocation: Allocation, { endsAtMs }: RelayClaim): number | null {
		const peers = message.peers.map(decodeAddress);
		const nowMs = this.#exchange.steadyMs();
		switch (message.method) {
			case METHOD.refresh:
				if (!isZero(message)) allocation.refresh(endsAtMs, nowMs);
				return null;
			case METHOD.permission:
				if (peers.length === 0) return 400;
				return peers.every((peer) => allocation.permit(peer, nowMs)) ? null : 508;
			case METHOD.channel: {
				const channel = message.attributes.get(ATTRIBUTE.channel);
				const number = channel?.length === 4 ? channel.readUInt16BE(0) : 0;
				const [peer] = peers;
				if (peer === undefined || !allocation.mayBind(number, peer)) return 400;
				return allocation.bind(number, peer, nowMs) ? null : 508;
			}
			default:
				return 400;
		}
	}

	/** Returns who has signed a request, or the code with which it is refused. */
	#prove(message: Message): Proof | number {
		const { attributes } = message;
		const username = attributes.get(ATTRIBUTE.username)?.toString();
		if (username === undefined || !attributes.has(ATTRIBUTE.integrity)) return 401;
		if (attributes.get(ATTRIBUTE.nonce)?.toString() !== this.#nonce) return 438;
		const { authority } = this.#exchange;
		const claim = authority.claimOf(username);
		if (claim === null) return 401;
		const keys = authority.passwordsOf(username).map((password) => keyOf(username, password));
		const key = keys.find((each) => message.isSignedWith(each));
		return key === undefined ? 401 : { claim, key };
	}

	#allocate(message: Message, { claim, key }: Proof): void {
		const { attributes } = message;
		const known = this.#allocation;
		if (known)
			return void (known.requestId.equals(message.id) ? this.#confirm(known, key) : this.#refuse(message, 437, key));
		// One that is repeated is answered once.
		if (this.#isAllocating) return;
		if (attributes.get(ATTRIBUTE.transport)?.[0] !== UDP) return void this.#refuse(message, 442, key);
		if ((attributes.get(ATTRIBUTE.family)?.[0] ?? IPV4) !== IPV4) return void this.#refuse(message, 440, key);
		this.#isAllocating = true;
		const requestId = Buffer.from(message.id);
		void this.#admit({ ...message, id: requestId }, { claim, key }).finally(() => {
			this.#isAllocating = false;
			if (!this.#isClosed) this.#exchange.flush();
		});
	}

	/** Never rejects. */
	async #admit(message: Pick<Message, "method" | "id">, { claim, key }: Proof): Promise<void> {
		try {
			const release = await this.#exchange.authority.admit(claim, () => this.#end());
			const parts = { outbox: this.#outbox, requestId: message.id, release };
			const allocation = this.#isClosed ? null : this.#exchange.allocate(claim, parts);
			if (!allocation) {
				release();
				return void this.#refuse(message, 508, key);
			}
			this.#allocation = allocation;
			this.#confirm(allocation, key);
		} catch (error) {
			this.#refuse(message, this.#codeOf(error), key);
		}
	}

	/** Returns the code for somebody who was not admitted. */
	#codeOf(error: unknown): number {
		if (error instanceof AppError) return ["limited", "unavailable"].includes(error.kind) ? 486 : 403;
		this.#exchange.log.warn("whether a participant may use the relay could not be read", { error });
		return 500;
	}

	#confirm({ requestId, address }: Allocation, key: Buffer): void {
		const relayed: Attribute = [ATTRIBUTE.relayed, encodeAddress(address)];
		this.#succeed({ method: METHOD.allocate, id: requestId }, key, relayed, MAPPED, LIFETIME);
	}

	#succeed({ method, id }: Pick<Message, "method" | "id">, key: Buffer, ...attributes: readonly Attribute[]): void {
		this.#exchange.send(this.#outbox, encode({ method, id, kind: KIND.success }, attributes, key));
	}

	#refuse(message: Pick<Message, "method" | "id">, code: number, key: Buffer, ...more: readonly Attribute[]): void {
		if (this.#isClosed) return;
		this.#exchange.figures.refused++;
		this.#fail(message, code, key, ...more);
	}

	/** Refuses a request that nobody has signed, and says what a signature needs. */
	#challenge(message: Message, code: number): void {
		// Every client asks once without one: that is not counted.
		if (message.attributes.has(ATTRIBUTE.username)) this.#exchange.figures.refused++;
		const realm: Attribute = [ATTRIBUTE.realm, Buffer.from(REALM)];
		this.#fail(message, code, null, realm, [ATTRIBUTE.nonce, Buffer.from(this.#nonce)]);
	}

	#fail(
		{ method, id }: Pick<Message, "method" | "id">,
		code: number,
		key: Buffer | null,
		...more: readonly Attribute[]
	): void {
		const error: Attribute = [ATTRIBUTE.error, Buffer.from([0, 0, Math.floor(code / 100), code % 100])];
		this.#exchange.send(this.#outbox, encode({ method, id, kind: KIND.error }, [error, ...more], key));
	}
}

const isZero = ({ attributes }: Message): boolean => {
	const wanted = attributes.get(ATTRIBUTE.lifetime);
	return wanted?.length === 4 && wanted.readUInt32BE(0) === 0;
};

const isSamePart = (a: RelayClaim, b: RelayClaim): boolean =>
	a.participantId === b.participantId && a.meetingId === b.meetingId && a.orgId === b.orgId;
