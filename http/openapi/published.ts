import { Elysia } from "elysia";
import type { OpenApiDocument } from "./types.ts";

/**
 * Returns the text of a document as `@elysiajs/swagger` publishes it, indented. The plugin describes no routes by itself (its
 * own documents are invalid): ours is passed through unchanged.
 */
export async function publishedText(document: OpenApiDocument): Promise<string> {
	const { swagger } = await import("@elysiajs/swagger");
	const documentation = document as unknown as NonNullable<Parameters<typeof swagger>[0]>["documentation"] & object;
	const plugin = new Elysia().use(swagger({ provider: "swagger-ui", path: "/swagger", documentation }));
	const response = await plugin.handle(new Request("http://localhost/swagger/json"));
	return `${JSON.stringify(await response.json(), null, 2)}\n`;
}
