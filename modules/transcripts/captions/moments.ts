import { defineMoment } from "#platform/unit-of-work";
import type { StoredFinal } from "./ports.ts";

/** A final is durable and announced, and a translation of it is wanted. Reactions must not throw, and are not waited for. */
export const finalStored = defineMoment<StoredFinal, null>("caption.stored");
