package dev.divvy.boardpeers.wire;

import dev.divvy.boardpeers.call.Question;
import dev.divvy.boardpeers.call.Reply;
import dev.divvy.boardpeers.keep.Change;
import dev.divvy.coordination.board.Admission;

/** Questions, replies and changes as bytes. */
final class TalkForm {

    private TalkForm() {}

    static void question(Words out, Question question) {
        out.text(question.group());
        if (question instanceof Question.Join join) {
            out.small(1);
            BoardForm.card(out, join.card());
        } else if (question instanceof Question.Pulse pulse) {
            out.small(2);
            BoardForm.card(out, pulse.card());
            out.maybe(pulse.known(), BoardForm::version);
        } else if (question instanceof Question.Publish publish) {
            out.small(3);
            BoardForm.life(out, publish.publisher());
            out.maybe(publish.basis(), BoardForm::version);
            BoardForm.allocation(out, publish.next());
        } else if (question instanceof Question.Remove remove) {
            out.small(4);
            BoardForm.life(out, remove.life());
            out.number(remove.beat());
        } else if (question instanceof Question.Look) {
            out.small(5);
        }
    }

    static Question question(Reading in) {
        String group = in.text();
        int kind = in.small();
        return switch (kind) {
            case 1 -> new Question.Join(group, BoardForm.card(in));
            case 2 -> new Question.Pulse(group, BoardForm.card(in), in.maybe(BoardForm::version));
            case 3 ->
                new Question.Publish(group, BoardForm.life(in), in.maybe(BoardForm::version), BoardForm.allocation(in));
            case 4 -> new Question.Remove(group, BoardForm.life(in), in.number());
            case 5 -> new Question.Look(group);
            default -> throw new IllegalArgumentException("a question of kind " + kind);
        };
    }

    static void reply(Words out, Reply reply) {
        if (reply instanceof Reply.Admitted admitted) {
            admission(out, admitted.admission());
        } else if (reply instanceof Reply.Seen seen) {
            out.small(4);
            BoardForm.sighting(out, seen.sighting());
        } else if (reply instanceof Reply.Ejected) {
            out.small(5);
        } else if (reply instanceof Reply.Done done) {
            out.small(6);
            out.flag(done.yes());
        } else if (reply instanceof Reply.NotNow) {
            out.small(7);
        } else if (reply instanceof Reply.Trouble trouble) {
            out.small(8);
            out.text(trouble.why());
        }
    }

    private static void admission(Words out, Admission admission) {
        if (admission instanceof Admission.Occupied occupied) {
            out.small(2);
            BoardForm.card(out, occupied.by());
        } else if (admission instanceof Admission.Outlived outlived) {
            out.small(3);
            out.number(outlived.highest());
        } else {
            out.small(1);
        }
    }

    static Reply reply(Reading in) {
        int kind = in.small();
        return switch (kind) {
            case 1 -> new Reply.Admitted(new Admission.Admitted());
            case 2 -> new Reply.Admitted(new Admission.Occupied(BoardForm.card(in)));
            case 3 -> new Reply.Admitted(new Admission.Outlived(in.number()));
            case 4 -> new Reply.Seen(BoardForm.sighting(in));
            case 5 -> new Reply.Ejected();
            case 6 -> new Reply.Done(in.flag());
            case 7 -> new Reply.NotNow();
            case 8 -> new Reply.Trouble(in.text());
            default -> throw new IllegalArgumentException("a reply of kind " + kind);
        };
    }

    static void change(Words out, Change change) {
        if (change instanceof Change.Posted posted) {
            out.small(1);
            BoardForm.card(out, posted.card());
            out.text(posted.home());
        } else if (change instanceof Change.Off off) {
            out.small(2);
            BoardForm.life(out, off.life());
        } else if (change instanceof Change.Hung hung) {
            out.small(3);
            BoardForm.allocation(out, hung.allocation());
        }
    }

    static Change change(Reading in) {
        int kind = in.small();
        return switch (kind) {
            case 1 -> new Change.Posted(BoardForm.card(in), in.text());
            case 2 -> new Change.Off(BoardForm.life(in));
            case 3 -> new Change.Hung(BoardForm.allocation(in));
            default -> throw new IllegalArgumentException("a change of kind " + kind);
        };
    }
}
