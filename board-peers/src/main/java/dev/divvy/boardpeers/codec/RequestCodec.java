package dev.divvy.boardpeers.codec;

import dev.divvy.boardpeers.replication.BoardChange;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Admission;

/** Questions, replies and changes as bytes. */
final class RequestCodec {

    private RequestCodec() {}

    static void question(WireWriter out, MeshRequest question) {
        out.text(question.group());
        if (question instanceof MeshRequest.Join join) {
            out.small(1);
            BoardCodec.card(out, join.card());
        } else if (question instanceof MeshRequest.Pulse pulse) {
            out.small(2);
            BoardCodec.card(out, pulse.card());
            out.maybe(pulse.known(), BoardCodec::version);
        } else if (question instanceof MeshRequest.Publish publish) {
            out.small(3);
            BoardCodec.life(out, publish.publisher());
            out.maybe(publish.basis(), BoardCodec::version);
            BoardCodec.allocation(out, publish.next());
        } else if (question instanceof MeshRequest.Remove remove) {
            out.small(4);
            BoardCodec.life(out, remove.life());
            out.number(remove.beat());
        } else if (question instanceof MeshRequest.Look) {
            out.small(5);
        }
    }

    static MeshRequest question(WireReader in) {
        String group = in.text();
        int kind = in.small();
        return switch (kind) {
            case 1 -> new MeshRequest.Join(group, BoardCodec.card(in));
            case 2 -> new MeshRequest.Pulse(group, BoardCodec.card(in), in.maybe(BoardCodec::version));
            case 3 ->
                new MeshRequest.Publish(
                        group, BoardCodec.life(in), in.maybe(BoardCodec::version), BoardCodec.allocation(in));
            case 4 -> new MeshRequest.Remove(group, BoardCodec.life(in), in.number());
            case 5 -> new MeshRequest.Look(group);
            default -> throw new IllegalArgumentException("a question of kind " + kind);
        };
    }

    static void reply(WireWriter out, MeshReply reply) {
        if (reply instanceof MeshReply.Admitted admitted) {
            admission(out, admitted.admission());
        } else if (reply instanceof MeshReply.Seen seen) {
            out.small(4);
            BoardCodec.sighting(out, seen.sighting());
        } else if (reply instanceof MeshReply.Ejected) {
            out.small(5);
        } else if (reply instanceof MeshReply.Done done) {
            out.small(6);
            out.flag(done.yes());
        } else if (reply instanceof MeshReply.NotNow) {
            out.small(7);
        } else if (reply instanceof MeshReply.Trouble trouble) {
            out.small(8);
            out.text(trouble.why());
        }
    }

    private static void admission(WireWriter out, Admission admission) {
        if (admission instanceof Admission.Occupied occupied) {
            out.small(2);
            BoardCodec.card(out, occupied.by());
        } else if (admission instanceof Admission.Outlived outlived) {
            out.small(3);
            out.number(outlived.highest());
        } else {
            out.small(1);
        }
    }

    static MeshReply reply(WireReader in) {
        int kind = in.small();
        return switch (kind) {
            case 1 -> new MeshReply.Admitted(new Admission.Admitted());
            case 2 -> new MeshReply.Admitted(new Admission.Occupied(BoardCodec.card(in)));
            case 3 -> new MeshReply.Admitted(new Admission.Outlived(in.number()));
            case 4 -> new MeshReply.Seen(BoardCodec.sighting(in));
            case 5 -> new MeshReply.Ejected();
            case 6 -> new MeshReply.Done(in.flag());
            case 7 -> new MeshReply.NotNow();
            case 8 -> new MeshReply.Trouble(in.text());
            default -> throw new IllegalArgumentException("a reply of kind " + kind);
        };
    }

    static void change(WireWriter out, BoardChange change) {
        if (change instanceof BoardChange.Posted posted) {
            out.small(1);
            BoardCodec.card(out, posted.card());
            out.text(posted.home());
        } else if (change instanceof BoardChange.Off off) {
            out.small(2);
            BoardCodec.life(out, off.life());
        } else if (change instanceof BoardChange.Hung hung) {
            out.small(3);
            BoardCodec.allocation(out, hung.allocation());
        }
    }

    static BoardChange change(WireReader in) {
        int kind = in.small();
        return switch (kind) {
            case 1 -> new BoardChange.Posted(BoardCodec.card(in), in.text());
            case 2 -> new BoardChange.Off(BoardCodec.life(in));
            case 3 -> new BoardChange.Hung(BoardCodec.allocation(in));
            default -> throw new IllegalArgumentException("a change of kind " + kind);
        };
    }
}
