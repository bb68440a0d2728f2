import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { createServer, type Server } from "node:net";
import ipaddr from "ipaddr.js";

/** Types of records. */
const A = 1;
const TXT = 16;
const AAAA = 28;

/**
 * How the server answers: as it should; not at all; once it is told to; with a failure; over TCP only; after somebody else, who does not
 * know the id; with a record that ends after its message.
 */
export type DnsBehaviour = "answers" | "silent" | "held" | "fails" | "truncates" | "spoofed" | "malformed";

/** A DNS server on loopback, over UDP and TCP, whose records change while it runs. Names it does not know do not exist. */
export interface TestDnsServer {
	/** Address and port, as in `DNS_RESOLVERS`. */
	readonly address: string;
	/** Names that were asked for, in order, each as often as it was asked for; `tcp:` before those asked for over TCP. */
	readonly asked: string[];
	/** How it answers questions about names that {@link TestDnsServer.behave} does not single out. */
	behaviour: DnsBehaviour;
	/** Answers differently about one name; null: like about all. */
	behave(name: string, behaviour: DnsBehaviour | null): void;
	/** Replaces the TXT records of a name; each is one text, or the strings it consists of. */
	publish(name: string, ...texts: readonly (string | readonly string[])[]): void;
	/**
	 * Replaces the addresses of a name. The first question for those of a family is answered from the first list, the next
	 * from the next, and so on; the last list stays.
	 */
	point(name: string, ...lists: readonly (readonly string[])[]): void;
	/** Resolves once a name was asked for. */
	askedFor(name: string): Promise<void>;
	/** Sends the answers that are held. */
	release(): void;
	close(): Promise<void>;
}

/** Starts a DNS server on a free port. */
export async function startDnsServer(): Promise<TestDnsServer> {
	const { udp, tcp, port } = await bindBoth();
	const records = new Map<string, readonly (string | readonly string[])[]>();
	const pointed = new Map<string, { readonly lists: readonly (readonly string[])[]; asked: Record<number, number> }>();
	const behaviours = new Map<string, DnsBehaviour>();
	const asked: string[] = [];
	const held: (() => void)[] = [];
	const server: TestDnsServer = {
		address: `127.0.0.1:${port}`,
		asked,
		behaviour: "answers",
		behave(name, behaviour) {
			if (behaviour === null) behaviours.delete(name);
			else behaviours.set(name, behaviour);
		},
		publish: (name, ...texts) => void records.set(name.toLowerCase(), texts),
		point: (name, ...lists) => void pointed.set(name.toLowerCase(), { lists, asked: {} }),
		async askedFor(name) {
			while (!asked.includes(name)) await Bun.sleep(5);
		},
		release() {
			for (const send of held.splice(0)) send();
		},
		async close() {
			udp.close();
			await new Promise<void>((resolve) => tcp.close(() => resolve()));
		},
	};

	/** Returns the records that answer a question; undefined when there is no such name. */
	function recordsFor(query: Buffer): readonly Buffer[] | undefined {
		const name = nameOf(query);
		const type = typeOf(query);
		const addresses = pointed.get(name);
		if (type === TXT) return records.get(name)?.map((text) => encodeText([text].flat()));
		if (addresses === undefined) return records.has(name) ? [] : undefined;
		const asked = addresses.asked[type] ?? 0;
		addresses.asked[type] = asked + 1;
		const list = addresses.lists[Math.min(asked, addresses.lists.length - 1)] ?? [];
		return list.filter((address) => address.includes(":") === (type === AAAA)).map(encodeAddress);
	}

	udp.on("message", (query, from) => {
		const name = nameOf(query);
		asked.push(name);
		const behaviour = behaviours.get(name) ?? server.behaviour;
		const send = (message: Buffer) => udp.send(message, from.port, from.address);
		const answer = encodeAnswer(query, recordsFor(query), behaviour);
		if (behaviour === "silent") return;
		if (behaviour === "spoofed") {
			const forged = encodeAnswer(query, [encodeText(["forged"])], "answers");
			forged.writeUInt16BE(forged.readUInt16BE(0) ^ 0xffff);
			send(forged);
		}
		if (behaviour === "held") held.push(() => send(answer));
		else send(answer);
	});
	tcp.on("connection", (socket) => {
		socket.on("error", () => socket.destroy());
		socket.on("data", (bytes: Buffer) => {
			const query = bytes.subarray(2);
			asked.push(`tcp:${nameOf(query)}`);
			const answer = encodeAnswer(query, recordsFor(query), "answers");
			const size = Buffer.alloc(2);
			size.writeUInt16BE(answer.length);
			socket.write(Buffer.concat([size, answer]));
		});
	});
	return server;
}

/** Binds a port for both protocols: the one that UDP got may be taken for TCP. */
async function bindBoth(): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
	for (;;) {
		const udp = createSocket("udp4");
		await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
		const { port } = udp.address();
		const tcp = createServer();
		const isBound = await new Promise<boolean>((resolve) => {
			tcp.once("error", () => resolve(false));
			tcp.listen(port, "127.0.0.1", () => resolve(true));
		});
		if (isBound) return { udp, tcp, port };
		udp.close();
	}
}

function nameOf(query: Buffer): string {
	const labels: string[] = [];
	for (let at = 12; query[at] !== 0; at += 1 + (query[at] ?? 0))
		labels.push(query.toString("latin1", at + 1, at + 1 + (query[at] ?? 0)));
	return labels.join(".").toLowerCase();
}

function encodeAnswer(query: Buffer, records: readonly Buffer[] | undefined, behaviour: DnsBehaviour): Buffer {
	const questionEnd = 12 + nameOf(query).length + 2 + 4;
	const isWhole = behaviour !== "truncates" && behaviour !== "fails";
	const answers = isWhole ? (records ?? []) : [];
	const header = Buffer.alloc(12);
	query.copy(header, 0, 0, 2);
	const rcode = behaviour === "fails" ? 2 : records === undefined ? 3 : 0;
	header.writeUInt16BE(0x8180 | (behaviour === "truncates" ? 0x0200 : 0) | rcode, 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(answers.length, 6);
	const message = Buffer.concat([header, query.subarray(12, questionEnd), ...answers]);
	return behaviour === "malformed" ? message.subarray(0, -3) : message;
}

function encodeText(strings: readonly string[]): Buffer {
	const data = Buffer.concat(
		strings.map((each) => Buffer.concat([Buffer.from([Buffer.byteLength(each)]), Buffer.from(each)])),
	);
	return encodeRecord(TXT, data);
}

function encodeAddress(address: string): Buffer {
	const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
	return encodeRecord(bytes.length === 4 ? A : AAAA, bytes);
}

function encodeRecord(type: number, data: Buffer): Buffer {
	const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0]);
	record.writeUInt16BE(data.length, 10);
	return Buffer.concat([record, data]);
}

/** Returns the type of record that is asked for. */
const typeOf = (query: Buffer): number => query.readUInt16BE(12 + nameOf(query).length + 2);
