export { MAX_UPLOAD_BYTES } from "./schemas.ts";
export { TUS_HEADERS } from "./tus-headers.ts";
