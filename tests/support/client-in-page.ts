/** What tests load into a page: the published client, as `window.parley`. */
import * as client from "../../clients/typescript/src/index.ts";
import * as uploads from "../../clients/typescript/src/uploads.ts";

Object.assign(globalThis, { parley: { ...client, ...uploads } });
