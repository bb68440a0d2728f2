import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

/** One way through a proxy: what clients send, or what the server sends. */
export type Way = "toServer" | "toClient";

/**
 * A TCP proxy on loopback that fails on command. What it is told holds for all connections, unless it says otherwise; each
 * command goes for one way where it is named, for both otherwise.
 */
export interface TcpProxy {
	/** URL of the server through the proxy. */
	readonly url: string;
	/** Number of connections so far. */
	readonly accepted: number;
	/** Called with what a client sends, and the number of its connection, before it is passed on; null: nobody is. */
	onSent: ((bytes: Buffer, connection: number) => void) | null;
	/** Keeps everything back, ends of connections as well, until {@link resume}; later connections are kept waiting, too. */
	stall(way?: Way): void;
	/** Delivers what was kept back, in its order, and passes on what follows. */
	resume(): void;
	/**
	 * Drops for good whatever is sent on the connections that are open now, and tells nobody: as a firewall does with those
	 * that it has forgotten. Later ones work. Returns a function that counts those whose client has not closed them yet.
	 */
	lose(way?: Way): () => number;
	/** Ends the connections that are open now; nothing that was kept back arrives. */
	cut(): void;
	/** Delivers whatever is sent from now on so much later, in ms; 0: at once. */
	delay(ms: number, way?: Way): void;
	/** Accepts no connections (false), or again (true). */
	listens(isOn: boolean): Promise<void>;
	close(): Promise<void>;
}

/** One way of one connection. Null stands for its end. */
class Passage {
	readonly #to: Socket;
	readonly #held: (Buffer | null)[] = [];
	#dueMs = 0;
	isStalled = false;
	isLost = false;
	delayMs = 0;

	constructor(to: Socket) {
		this.#to = to;
	}

	pass(sent: Buffer | null): void {
		if (this.isLost) return;
		if (this.isStalled) return void this.#held.push(sent);
		// In order, also after the delay was shortened.
		const nowMs = performance.now();
		this.#dueMs = Math.max(this.#dueMs, nowMs + this.delayMs);
		if (this.#dueMs <= nowMs) this.#deliver(sent);
		else setTimeout(() => this.#deliver(sent), this.#dueMs - nowMs);
	}

	resume(): void {
		this.isStalled = false;
		for (const sent of this.#held.splice(0)) this.pass(sent);
	}

	#deliver(sent: Buffer | null): void {
		if (this.isLost || this.#to.destroyed) return;
		if (sent === null) this.#to.destroy();
		else this.#to.write(sent);
	}
}

/** A connection through the proxy. */
class Link {
	readonly client: Socket;
	readonly #server: Socket;
	readonly ways: Readonly<Record<Way, Passage>>;

	constructor(client: Socket, server: Socket, heard: (bytes: Buffer) => void) {
		this.client = client;
		this.#server = server;
		const ways = { toServer: new Passage(server), toClient: new Passage(client) };
		this.ways = ways;
		client.on("data", (bytes: Buffer) => {
			heard(bytes);
			ways.toServer.pass(bytes);
		});
		server.on("data", (bytes: Buffer) => ways.toClient.pass(bytes));
		client.on("close", () => ways.toServer.pass(null));
		server.on("close", () => ways.toClient.pass(null));
		for (const socket of [client, server]) {
			socket.on("error", () => undefined); // "close" follows
			socket.setNoDelay(true);
		}
	}

	cut(): void {
		this.client.destroy();
		this.#server.destroy();
	}
}

const WAYS: readonly Way[] = ["toServer", "toClient"];

const listening = (server: Server, port: number) =>
	new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", resolve);
	});

/** Opens a proxy to the server of a URL. */
export async function openTcpProxy(serverUrl: string): Promise<TcpProxy> {
	const target = new URL(serverUrl);
	/** Those whose way to the server is open: what a client sent may arrive after the client is gone. */
	const links = new Set<Link>();
	const stalled = new Set<Way>();
	const delays: Record<Way, number> = { toServer: 0, toClient: 0 };
	let accepted = 0;
	const server = createServer((client) => {
		const connection = ++accepted;
		const upstream = connect(Number(target.port), target.hostname);
		const link = new Link(client, upstream, (bytes) => proxy.onSent?.(bytes, connection));
		for (const way of WAYS) {
			link.ways[way].isStalled = stalled.has(way);
			link.ways[way].delayMs = delays[way];
		}
		links.add(link);
		upstream.on("close", () => links.delete(link));
	});
	const port = freePort();
	await listening(server, port);
	const url = new URL(serverUrl);
	url.hostname = "127.0.0.1";
	url.port = String(port);

	const each = (way: Way | undefined, act: (passage: Passage, way: Way) => void) => {
		for (const one of way === undefined ? WAYS : [way]) for (const link of links) act(link.ways[one], one);
	};
	const cut = () => {
		for (const link of links) link.cut();
	};
	const proxy: TcpProxy = {
		url: url.href,
		get accepted() {
			return accepted;
		},
		onSent: null,
		stall(way) {
			for (const one of way === undefined ? WAYS : [way]) stalled.add(one);
			each(way, (passage) => {
				passage.isStalled = true;
			});
		},
		resume() {
			stalled.clear();
			each(undefined, (passage) => passage.resume());
		},
		lose(way) {
			const lost = [...links];
			each(way, (passage) => {
				passage.isLost = true;
			});
			return () => lost.filter(({ client }) => !client.destroyed).length;
		},
		cut,
		delay(ms, way) {
			for (const one of way === undefined ? WAYS : [way]) delays[one] = ms;
			each(way, (passage, one) => {
				passage.delayMs = delays[one];
			});
		},
		async listens(isOn) {
			if (isOn) await listening(server, port);
			else server.close();
		},
		async close() {
			server.close();
			cut();
		},
	};
	return proxy;
}
