package io.lockarbiter.lua.redis;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Queue;
import org.redisson.client.NettyHook;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.handler.CommandsQueue;
import org.redisson.client.protocol.QueueCommandHolder;

/**
 * Lets calls fail when their connection is cut. Without it Redisson forgets the calls that were
 * sent on such a connection, and they run into the time-out.
 */
public final class CutConnections implements NettyHook {
  private final PendingCommands pending = new PendingCommands();

  /** A hook for the client's configuration. */
  public CutConnections() {}

  @Override
  public void afterBoostrapInitialization(Bootstrap bootstrap) {}

  /** Adds a handler before the one that forgets calls. */
  @Override
  public void afterChannelInitialization(Channel channel) {
    channel.pipeline().addFirst(pending);
  }

  @Sharable
  private static final class PendingCommands extends ChannelInboundHandlerAdapter {
    @Override
    public void channelInactive(ChannelHandlerContext context) {
      Queue<QueueCommandHolder> sent = context.channel().attr(CommandsQueue.COMMANDS_QUEUE).get();
      if (sent != null) {
        for (QueueCommandHolder holder : sent) {
          holder
              .getCommand()
              .tryFailure(
                  new RedisConnectionException(
                      "the connection " + context.channel() + " was cut before the answer came"));
        }
      }
      context.fireChannelInactive();
    }
  }
}
