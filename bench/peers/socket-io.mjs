/**
 * Socket.IO on Node, as in its documentation, with WebSockets only: everybody is in one room, to which each line of a
 * POST is emitted. Leaves out: whoever connects is let in, and nothing is stored.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Server } from "socket.io";
import { announce } from "./rows.mjs";

const server = createServer(async (request, response) => {
	for (const line of (await text(request)).split("\n")) io.to("room").emit("final", line);
	response.end("{}");
});
// A connection of the load that is closed between two rounds would fail the next request.
server.keepAliveTimeout = 120_000;
const io = new Server(server, { transports: ["websocket"], perMessageDeflate: false });
io.on("connection", (socket) => socket.join("room"));
server.listen(0, "127.0.0.1", () => announce({ base: `http://127.0.0.1:${server.address().port}` }));
