import { type DescribeWidget } from "#widgets/accessible-node.ts";

export const describe: DescribeWidget = () => [];
