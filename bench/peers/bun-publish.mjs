/**
 * Bare `Bun.serve` with WebSockets: everybody subscribes to one topic, to which each line of a POST is published.
 * Leaves out everything else: whoever connects is let in, nothing is stored.
 */
import { announce } from "./rows.mjs";

const server = Bun.serve({
	hostname: "127.0.0.1",
	port: 0,
	async fetch(request, server) {
		if (server.upgrade(request)) return undefined;
		for (const line of (await request.text()).split("\n")) server.publish("room", line);
		return Response.json({});
	},
	websocket: { open: (socket) => socket.subscribe("room"), message() {} },
});
announce({ base: `http://127.0.0.1:${server.port}` });
