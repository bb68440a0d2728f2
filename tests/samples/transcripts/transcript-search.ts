import { searchesOf } from "../../support/searches.ts";
import type { SampleFile } from "../sample.ts";

export const reads: SampleFile["reads"] = { searchTranscripts: { query: "q=line" } };
export const items: SampleFile["items"] = { searchTranscripts: ({ api }) => searchesOf(api).settle() };
