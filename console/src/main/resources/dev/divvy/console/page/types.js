// @ts-check
/**
 * The types of the JSON that the server sends. They follow the Java records of the package dev.divvy.console.view.
 *
 * @typedef {{version: string, now: number, problem: string | null, products: ProductView[], operations: OperationsView | null}} ConsoleStatus
 * @typedef {{product: string, group: GroupView, figures: any}} ProductView
 *
 * @typedef {object} GroupView
 * @property {string} group
 * @property {"tokens" | "units" | null} divides
 * @property {number | null} pieces
 * @property {number | null} epoch
 * @property {boolean} calm
 * @property {boolean} suspended
 * @property {string[]} drained
 * @property {{piece: string, member: string}[]} pins
 * @property {string | null} problem
 * @property {{name: string, held: number, releasing: number, leaseMillis: number} | null} self
 * @property {MemberView[]} members
 * @property {Handover[]} handovers
 *
 * @typedef {object} MemberView
 * @property {string} name
 * @property {string} state suspended, waiting, running, leaving or gone
 * @property {string} address
 * @property {string | null} zone
 * @property {number} weight
 * @property {number} pieces
 * @property {number | null} beatMillis
 * @property {number | null} timeToLiveMillis
 * @property {boolean} silent
 *
 * @typedef {{pieces: number, to: string | null, waitingFor: string[]}} Handover
 * @typedef {{chaos: boolean, audit: Audit, processes: ProcessView[]}} OperationsView
 * @typedef {{faults: number, checks: number, lost: number, outOfOrder: number, refused: number, repeated: number, crashed: number}} Audit
 *
 * @typedef {object} ProcessView
 * @property {string} product
 * @property {string} name
 * @property {string} member
 * @property {number} pid
 * @property {string} state starting, running, paused or down
 * @property {string} detail
 * @property {string[]} actions
 *
 * @typedef {object} EpochView
 * @property {number} epoch
 * @property {number} at
 * @property {string[]} causes
 * @property {number} moved
 * @property {number} fewest
 * @property {string[]} members
 * @property {number[]} weights
 * @property {string[] | null} units
 * @property {number[] | null} owners
 * @property {number[] | null} moves
 * @property {number | null} handoverMillis
 * @property {RuleView[]} rules
 *
 * @typedef {{rule: string, moved: number, spread: number}} RuleView
 * @typedef {{at: number, member: string, kind: string, count: number}} LaneMark
 * @typedef {{product: string, epochs: EpochView[], lanes: LaneMark[]}} ProductHistory
 * @typedef {{status: ConsoleStatus, history: ProductHistory[]}} HelloEvent
 * @typedef {{product: string, epoch: EpochView}} EpochEvent
 * @typedef {{product: string, marks: LaneMark[]}} LaneEvent
 *
 * @typedef {object} WhyAnswer
 * @property {string} key
 * @property {string} piece
 * @property {string | null} owner
 * @property {number} index
 * @property {string} sentence
 *
 * @typedef {object} PlanAnswer
 * @property {string[]} changes
 * @property {string} divides
 * @property {number} pieces
 * @property {number} moved
 * @property {number} fewest
 * @property {string[]} members
 * @property {number[]} runs
 *
 * @typedef {{format: string, formatVersion: number, version: string, savedAt: number, hello: HelloEvent}} ReplayFile
 */

export {};
