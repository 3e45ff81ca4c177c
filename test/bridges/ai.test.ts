import * as bridge from "../../src/bridges/ai/index.ts";
import { describeBridge } from "../suites/describe-bridge.ts";
import { play } from "./rigs/ai/play.ts";

describeBridge("the AI SDK", (given) => play(bridge, given), { takesFiles: true });
