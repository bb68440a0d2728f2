export { type ConnectionShares, createConnectionShares } from "./shares.ts";
