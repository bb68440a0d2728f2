/**
 * Socket.IO on Node, as in its documentation, with WebSockets only: everybody is in one room, to which the body of each
 * POST is emitted. Leaves out: whoever connects is let in, and nothing is stored.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Server } from "socket.io";
import { announce } from "./rows.mjs";

const server = createServer(async (request, response) => {
	io.to("room").emit("final", await text(request));
	response.end("{}");
});
const io = new Server(server, { transports: ["websocket"], perMessageDeflate: false });
io.on("connection", (socket) => socket.join("room"));
server.listen(0, "127.0.0.1", () => announce({ base: `http://127.0.0.1:${server.address().port}` }));
