import { randomBytes } from "node:crypto";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import {
	type Address,
	ATTRIBUTE,
	type Attribute,
	decode,
	decodeAddress,
	encode,
	encodeAddress,
	HEAD_BYTES,
	KIND,
	keyOf,
	METHOD,
	type Message,
	paddingOf,
	REALM,
	u16,
	u32,
} from "#adapters/turn/message";

/** A server as `iceServers` names it. */
export interface IceServer {
	readonly urls: readonly string[];
	readonly username: string;
	readonly credential: string;
	readonly expiresAt: string;
}

/** What a request is signed with. */
interface Signer {
	readonly username: string;
	readonly credential: string;
	readonly nonce: string;
}

/** A packet of another client, by its channel or address. */
export interface Packet {
	readonly from: number | Address | null;
	readonly data: Buffer;
}

const WAIT_MS = 10_000;
/** What an allocation asks for: UDP, as every client does. */
export const UDP: Attribute = [ATTRIBUTE.transport, Buffer.from([17, 0, 0, 0])];

/** Returns the code of a refusal; null: it is none. */
export function codeOf({ kind, attributes }: Message): number | null {
	const error = attributes.get(ATTRIBUTE.error);
	return kind === KIND.error && error ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : null;
}

/** Returns an attribute with the address of another. */
export const peer = (address: Address): Attribute => [ATTRIBUTE.peer, encodeAddress(address)];

/** Writes a request as it is sent. */
export function requestOf(method: number, attributes: readonly Attribute[], signer: Signer | null): Buffer {
	const head = { method, kind: KIND.request, id: randomBytes(12) };
	if (!signer) return encode(head, attributes, null);
	const { username, credential, nonce } = signer;
	const proof: Attribute[] = [
		[ATTRIBUTE.username, Buffer.from(username)],
		[ATTRIBUTE.realm, Buffer.from(REALM)],
		[ATTRIBUTE.nonce, Buffer.from(nonce)],
	];
	return encode(head, [...attributes, ...proof], keyOf(username, credential));
}

/** A client of the relay, as browsers have one. */
export class TurnClient {
	readonly socket: Socket;
	/** Resolves when the server has closed the connection. */
	readonly closed: Promise<void>;
	readonly packets: Packet[] = [];
	readonly #answers = new Map<string, (message: Message) => void>();
	#signer: Signer | null = null;
	#address: Address | null = null;
	#rest: Buffer = Buffer.alloc(0);
	#taken = 0;
	#wake = Promise.withResolvers<void>();

	private constructor(socket: Socket) {
		this.socket = socket;
		this.closed = new Promise((resolve) => socket.once("close", () => resolve()));
		socket.on("error", () => undefined); // "close" follows
		socket.on("data", (bytes: Buffer) => this.#receive(bytes));
	}

	/** Connects to the server of a URL. @param authority its certificate, PEM, if the URL is `turns:` */
	static async connect(url: string, authority?: string): Promise<TurnClient> {
		const [, scheme, host = "", port] = /^(turns?):(.+):(\d+)\?transport=tcp$/.exec(url) ?? [];
		const target = { host, port: Number(port) };
		const isTls = scheme === "turns";
		const socket = isTls ? connectTls({ ...target, ca: authority ?? "" }) : connectTcp(target);
		socket.setNoDelay(true);
		const client = new TurnClient(socket);
		await new Promise<void>((resolve, reject) => {
			socket.once(isTls ? "secureConnect" : "connect", resolve);
			socket.once("error", reject);
		});
		return client;
	}

	/** Connects and allocates by credentials. @throws Error with the code of the refusal */
	static async allocated(server: IceServer, authority?: string): Promise<TurnClient> {
		const client = await TurnClient.connect(server.urls[0] ?? "", authority);
		const code = codeOf(await client.allocate(server));
		if (code !== null) throw new Error(`the relay refused with ${code}`);
		return client;
	}

	/** Its relayed address. */
	get address(): Address {
		if (!this.#address) throw new Error("nothing is allocated");
		return this.#address;
	}

	/** Its nonce, once it has been challenged. */
	get nonce(): string {
		return this.#signer?.nonce ?? "";
	}

	/** Signs what follows with other credentials. */
	sign({ username, credential }: Pick<IceServer, "username" | "credential">): void {
		this.#signer = { username, credential, nonce: this.nonce };
	}

	/** Asks for an allocation as browsers do: first without credentials, for the nonce. */
	async allocate(
		{ username, credential }: Pick<IceServer, "username" | "credential">,
		attributes: readonly Attribute[] = [UDP],
	): Promise<Message> {
		if (this.nonce === "") {
			const challenge = await this.send(requestOf(METHOD.allocate, [UDP], null));
			const nonce = challenge.attributes.get(ATTRIBUTE.nonce)?.toString() ?? "";
			this.#signer = { username, credential, nonce };
		}
		this.sign({ username, credential });
		const answer = await this.request(METHOD.allocate, attributes);
		const address = decodeAddress(answer.attributes.get(ATTRIBUTE.relayed));
		if (address) this.#address = address;
		return answer;
	}

	/** Sends a signed request, and returns its answer. */
	request(method: number, attributes: readonly Attribute[]): Promise<Message> {
		return this.send(requestOf(method, attributes, this.#signer));
	}

	permit = (...addresses: readonly Address[]): Promise<Message> => this.request(METHOD.permission, addresses.map(peer));
	bind = (channel: number, address: Address): Promise<Message> =>
		this.request(METHOD.channel, [[ATTRIBUTE.channel, Buffer.concat([u16(channel), u16(0)])], peer(address)]);
	refresh = (seconds: number): Promise<Message> => this.request(METHOD.refresh, [[ATTRIBUTE.lifetime, u32(seconds)]]);

	/** Sends a request as it is written. @throws Error when the connection ends, or no answer comes within 10 s */
	async send(raw: Buffer): Promise<Message> {
		const answered = Promise.withResolvers<Message>();
		this.#answers.set(raw.subarray(8, HEAD_BYTES).toString("hex"), answered.resolve);
		this.write(raw);
		const tooLate = AbortSignal.timeout(WAIT_MS);
		return Promise.race([
			answered.promise,
			this.closed.then(() => Promise.reject(new Error("the connection was closed"))),
			new Promise<never>((_, reject) =>
				tooLate.addEventListener("abort", () => reject(new Error("the relay has not answered"))),
			),
		]);
	}

	/** Sends bytes. */
	write(bytes: Buffer | string): void {
		this.socket.write(bytes);
	}

	/** Sends a packet without a channel. */
	sendTo(address: Address, data: Buffer): void {
		const head = { method: METHOD.send, kind: KIND.indication, id: randomBytes(12) };
		this.write(encode(head, [peer(address), [ATTRIBUTE.data, data]], null));
	}

	/** Sends a packet on a channel. */
	sendOn(channel: number, data: Buffer): void {
		this.write(Buffer.concat([u16(channel), u16(data.length), data, Buffer.alloc(paddingOf(data.length))]));
	}

	/** Returns the next packet that was not returned before. @throws Error when none comes within 10 s */
	async next(): Promise<Packet> {
		const deadline = AbortSignal.timeout(WAIT_MS);
		const tooLate = new Promise<void>((resolve) => deadline.addEventListener("abort", () => resolve()));
		for (;;) {
			const found = this.packets[this.#taken];
			if (found) {
				this.#taken++;
				return found;
			}
			if (deadline.aborted) throw new Error("no packet came");
			await Promise.race([this.#wake.promise, tooLate]);
		}
	}

	close(): void {
		this.socket.destroy();
	}

	#receive(bytes: Buffer): void {
		this.#rest = Buffer.concat([this.#rest, bytes]);
		while (this.#rest.length >= 4) {
			const [first, length] = [this.#rest.readUInt16BE(0), this.#rest.readUInt16BE(2)];
			const isChannel = first >= 0x4000;
			const size = isChannel ? 4 + length + paddingOf(length) : HEAD_BYTES + length;
			if (this.#rest.length < size) return;
			const frame = this.#rest.subarray(0, size);
			this.#rest = this.#rest.subarray(size);
			if (isChannel) this.#push({ from: first, data: frame.subarray(4, 4 + length) });
			else this.#take(frame);
		}
	}

	#take(frame: Buffer): void {
		const message = decode(frame);
		if (!message) throw new Error("the relay sent what is no message");
		const data = message.attributes.get(ATTRIBUTE.data);
		if (message.kind === KIND.indication && data) this.#push({ from: decodeAddress(message.peers[0]), data });
		else this.#answers.get(message.id.toString("hex"))?.(message);
	}

	#push(packet: Packet): void {
		this.packets.push(packet);
		this.#wake.resolve();
		this.#wake = Promise.withResolvers();
	}
}

/** Has two clients permit each other and bind channels: 0x4000 of the first, 0x4001 of the second. */
export async function introduce(one: TurnClient, other: TurnClient): Promise<void> {
	await Promise.all([one.bind(0x4000, other.address), other.bind(0x4001, one.address)]);
}

/** Whether a packet comes through from one client to another, whom {@link introduce} has introduced. */
export async function isHeard(from: TurnClient, to: TurnClient): Promise<boolean> {
	const data = randomBytes(100);
	from.sendOn(0x4000, data);
	for (;;) if ((await to.next()).data.equals(data)) return true;
}
