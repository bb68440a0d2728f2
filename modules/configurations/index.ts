export { configurationsRoutes } from "./routes.ts";
